import { type AssignmentMode, capacityLimits } from '@balcao/contract/assignment-rules';
import type { CompanyView } from '@balcao/contract/companies';
import type { QueueView } from '@balcao/contract/queues';
import { t } from '../../../../platform/i18n.ts';
import { paletteColors } from '../../../../ui/fields/color-palette.tsx';
import { type HolidayRow, holidayProblem, holidayRows } from '../../../../ui/hours/holidays.ts';
import { areHoursFine, type DayHours, entriesOf, hoursOf } from '../../../../ui/hours/hours.ts';

export type QueueValues = {
  name: string;
  color: string;
  orderQueue: number | '';
  greetingMessage: string;
  outOfHoursMessage: string;
  /** Null: none. */
  integrationId: string | null;
  /** Null: none. */
  promptId: string | null;
  assignment: AssignmentMode;
  assignmentCapacity: number | '';
  /** In minutes while it is open; empty: no promise. */
  firstAnswerMinutes: number | '';
  resolutionMinutes: number | '';
  hours: DayHours[];
  /** The company's holidays, which close all its queues. */
  holidays: HolidayRow[];
  /** The file that goes out after the greeting; sent when the form is saved. */
  media: { name: string | null; file: File | null };
  /** The options are a draft that is not saved yet. */
  draftOptions: boolean;
  /** How many options lack their title. */
  untitledOptions: number;
};

/** The hours of a new queue. */
const newQueueHours: DayHours[] = hoursOf([]).map(({ weekdayEn }) => ({
  weekdayEn,
  closed: weekdayEn === 'sunday',
  ranges: [
    weekdayEn === 'sunday' ? { startTime: '', endTime: '' } : { startTime: '08:00', endTime: weekdayEn === 'saturday' ? '12:00' : '18:00' },
  ],
}));

type WithHolidays = Pick<CompanyView, 'holidays'> | undefined;

/** The form of a new queue: the first free colour of medium depth, and the last position. */
export function newQueueValues(queues: readonly QueueView[], company: WithHolidays): QueueValues {
  const taken = takenColors(queues, null);
  const middle = paletteColors.slice(20, 30);
  const color = [...middle, ...paletteColors].find((one) => !taken.includes(one)) ?? '';
  const places = queues.flatMap(({ orderQueue }) => orderQueue ?? []);
  return {
    name: '',
    color,
    orderQueue: places.length > 0 ? Math.max(...places) + 1 : queues.length + 1,
    greetingMessage: '',
    outOfHoursMessage: '',
    integrationId: null,
    promptId: null,
    assignment: 'off',
    assignmentCapacity: capacityLimits.default,
    firstAnswerMinutes: '',
    resolutionMinutes: '',
    hours: newQueueHours,
    holidays: holidayRows(company?.holidays ?? []),
    media: { name: null, file: null },
    draftOptions: false,
    untitledOptions: 0,
  };
}

/** The form of an existing queue. */
export function queueValues(queue: QueueView, company: WithHolidays): QueueValues {
  return {
    name: queue.name,
    color: queue.color,
    orderQueue: queue.orderQueue ?? '',
    greetingMessage: queue.greetingMessage,
    outOfHoursMessage: queue.outOfHoursMessage,
    integrationId: queue.integrationId === null ? null : String(queue.integrationId),
    promptId: queue.promptId === null ? null : String(queue.promptId),
    assignment: queue.assignment,
    assignmentCapacity: queue.assignmentCapacity,
    firstAnswerMinutes: queue.firstAnswerMinutes ?? '',
    resolutionMinutes: queue.resolutionMinutes ?? '',
    hours: hoursOf(queue.schedules),
    holidays: holidayRows(company?.holidays ?? []),
    media: { name: queue.mediaName || null, file: null },
    draftOptions: false,
    untitledOptions: 0,
  };
}

/** The colours of the other queues. */
export function takenColors(queues: readonly QueueView[], queueId: number | null): string[] {
  return queues.filter(({ id }) => id !== queueId).map(({ color }) => color.toLowerCase());
}

/** The validation rules of the form. */
export function queueRules() {
  return {
    name: (name: string) => {
      const length = name.trim().length;
      if (length === 0) return t('Obrigatório');
      if (length < 2) return t('Muito curto!');
      return length > 50 ? t('Muito longo!') : null;
    },
    color: (color: string) => (color ? null : t('Escolha uma cor.')),
    greetingMessage: (text: string) => (text.length > 4096 ? t('Muito longo!') : null),
    outOfHoursMessage: (text: string) => (text.length > 4096 ? t('Muito longo!') : null),
    assignmentCapacity: (count: number | '') => (count === '' ? t('Obrigatório') : null),
    untitledOptions: (count: number) => (count > 0 ? t('Falta o título') : null),
    hours: (hours: DayHours[]) => (areHoursFine(hours) ? null : t('Corrija os horários marcados.')),
    holidays: (rows: HolidayRow[]) => (rows.every((row) => holidayProblem(row, rows) === null) ? null : t('Corrija os horários marcados.')),
  };
}

/** The form as a request body. Hours and their text are included only if queues have their own hours; otherwise the form does not show them. */
export function queueBody(values: QueueValues, hasHours: boolean) {
  return {
    name: values.name.trim(),
    color: values.color,
    orderQueue: values.orderQueue === '' ? null : values.orderQueue,
    greetingMessage: values.greetingMessage,
    integrationId: values.integrationId === null ? null : Number(values.integrationId),
    promptId: values.promptId === null ? null : Number(values.promptId),
    assignment: values.assignment,
    ...(values.assignmentCapacity === '' ? {} : { assignmentCapacity: values.assignmentCapacity }),
    firstAnswerMinutes: values.firstAnswerMinutes === '' ? null : values.firstAnswerMinutes,
    resolutionMinutes: values.resolutionMinutes === '' ? null : values.resolutionMinutes,
    ...(hasHours ? { outOfHoursMessage: values.outOfHoursMessage, schedules: entriesOf(values.hours) } : {}),
  };
}
