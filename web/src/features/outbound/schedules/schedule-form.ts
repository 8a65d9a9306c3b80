import { messageBodyMax } from '@balcao/contract/message-rules';
import { anchorOf, type Repeat } from '@balcao/contract/recurrence-rules';
import { clockAt, dayAt, momentOf } from '@balcao/contract/schedule-rules';
import { type ScheduleView, scheduleBodyMin } from '@balcao/contract/schedules';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import { t } from '../../../platform/i18n.ts';

/** `file`: newly chosen; `kept`: the name of the existing picture, which stays. */
export type ScheduleValues = {
  contactIds: string[];
  day: string;
  clock: string;
  whatsappId: string | null;
  repeat: Repeat;
  repeatDays: number[];
  repeatUntil: string;
  body: string;
  cancelIfAnswered: boolean;
  openTicket: boolean;
  file: File | null;
  kept: string | null;
  fileListId: string | null;
  template: TemplateChoice | null;
};

export type ScheduleStart = {
  contactId?: number | undefined;
  at: Date;
  body?: string;
  whatsappId?: number | null;
  cancelIfAnswered?: boolean;
};

/** The form of a new one. */
export function newValues({ contactId, at, body, whatsappId, cancelIfAnswered }: ScheduleStart, timeZone: string): ScheduleValues {
  return {
    contactIds: contactId === undefined ? [] : [String(contactId)],
    day: dayAt(at, timeZone),
    clock: clockAt(at, timeZone),
    whatsappId: whatsappId ? String(whatsappId) : null,
    repeat: 'none',
    repeatDays: [],
    repeatUntil: '',
    body: body ?? '',
    cancelIfAnswered: cancelIfAnswered ?? false,
    openTicket: false,
    file: null,
    kept: null,
    fileListId: null,
    template: null,
  };
}

/** The form of an existing one. */
export function valuesOf(schedule: ScheduleView, timeZone: string): ScheduleValues {
  const at = new Date(schedule.sendAt);
  return {
    contactIds: [String(schedule.contactId)],
    day: dayAt(at, timeZone),
    clock: clockAt(at, timeZone),
    whatsappId: schedule.whatsapp === null ? null : String(schedule.whatsapp.id),
    repeat: schedule.repeat,
    repeatDays: schedule.repeatDays,
    repeatUntil: schedule.repeatUntil ?? '',
    body: schedule.body,
    cancelIfAnswered: schedule.cancelIfAnswered,
    openTicket: schedule.openTicket,
    file: null,
    kept: schedule.mediaName,
    fileListId: schedule.fileListId === null ? null : String(schedule.fileListId),
    template: schedule.template,
  };
}

/** The validation rules of the form. */
export function scheduleRules(timeZone: string) {
  return {
    contactIds: (ids: string[]) => (ids.length === 0 ? t('Obrigatório') : null),
    day: (day: string) => (momentOf(day, '12:00', timeZone) ? null : t('Obrigatório')),
    clock: (clock: string) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? null : t('Obrigatório')),
    body: (body: string) => {
      if (body.trim().length < scheduleBodyMin) return t('Mensagem muito curta');
      return body.length > messageBodyMax ? t('Muito longo!') : null;
    },
    repeatUntil: (until: string, { repeat, day }: ScheduleValues) =>
      repeat !== 'none' && until !== '' && until < day ? t('O último dia vem antes do primeiro.') : null,
  };
}

/** The moment in the form; null while it is not complete. */
export function momentIn({ day, clock }: Pick<ScheduleValues, 'day' | 'clock'>, timeZone: string): Date | null {
  return momentOf(day, clock, timeZone);
}

export type ScheduleBody = ReturnType<typeof bodyFor>;

/** The form as a request body for one contact; the picture is uploaded separately. */
export function bodyFor(values: ScheduleValues, contactId: number) {
  const repeats = values.repeat !== 'none';
  return {
    body: values.body.trim(),
    // The company's clock: the server knows its time zone.
    sendAt: `${values.day}T${values.clock}`,
    contactId,
    whatsappId: values.whatsappId === null ? null : Number(values.whatsappId),
    fileListId: values.fileListId === null ? null : Number(values.fileListId),
    template: values.template && { ...values.template, variables: { ...values.template.variables } },
    repeat: values.repeat,
    repeatDays: values.repeat === 'week' ? values.repeatDays : [],
    repeatUntil: repeats && values.repeatUntil ? values.repeatUntil : null,
    cancelIfAnswered: values.cancelIfAnswered,
    openTicket: values.openTicket,
  };
}

/** The rule in the form, for its preview. */
export function ruleIn(values: ScheduleValues, timeZone: string) {
  const at = momentIn(values, timeZone);
  return {
    repeat: values.repeat,
    repeatDays: values.repeatDays,
    monthDay: at ? anchorOf(at, timeZone).monthDay : 1,
    repeatUntil: values.repeatUntil || null,
  };
}
