// Opening hours between the list the server keeps and the form people fill in, a row for every day of the week.
import type { CompanyView } from '@balcao/contract/companies';
import { type Weekday, weekdays } from '@balcao/contract/schedule-rules';
import { t } from '../../platform/i18n.ts';

export type Schedules = CompanyView['schedules'];
export type TimeRange = { startTime: string; endTime: string };
/** A day without times is open all day. */
export type DayHours = { weekdayEn: Weekday; closed: boolean; ranges: TimeRange[] };

/** The most ranges per day. Seven days of them fit the server's limit. */
export const rangesMax = 5;
export const emptyRange: TimeRange = { startTime: '', endTime: '' };

/** The label stored with an entry. It is in Portuguese, like all texts to customers. */
const storedLabels: Record<Weekday, string> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
};

/** A day of the week in the language of the reader. */
export function weekdayName(weekday: Weekday): string {
  const names: Record<Weekday, string> = {
    monday: t('Segunda-feira'),
    tuesday: t('Terça-feira'),
    wednesday: t('Quarta-feira'),
    thursday: t('Quinta-feira'),
    friday: t('Sexta-feira'),
    saturday: t('Sábado'),
    sunday: t('Domingo'),
  };
  return names[weekday];
}

/** The form of a list of entries. Equal times mean closed, missing ones open all day. */
export function hoursOf(schedules: Schedules): DayHours[] {
  return weekdays.map((weekdayEn) => {
    const entries = schedules.filter((entry) => entry.weekdayEn === weekdayEn);
    const ranges = entries.filter(({ startTime, endTime }) => startTime !== '' && endTime !== '' && startTime !== endTime);
    const isOpenAllDay = entries.length === 0 || entries.some(({ startTime, endTime }) => startTime === '' || endTime === '');
    return {
      weekdayEn,
      closed: !isOpenAllDay && ranges.length === 0,
      ranges: isOpenAllDay || ranges.length === 0 ? [emptyRange] : ranges.map(({ startTime, endTime }) => ({ startTime, endTime })),
    };
  });
}

/** The entries of the form, days in order, the ranges of a day by their beginning. */
export function entriesOf(hours: readonly DayHours[]): Schedules {
  return hours.flatMap(({ weekdayEn, closed, ranges }) => {
    const weekday = storedLabels[weekdayEn];
    if (closed) return [{ weekday, weekdayEn, startTime: '00:00', endTime: '00:00' }];
    const filled = ranges.filter(({ startTime, endTime }) => startTime !== '' && endTime !== '');
    const sorted = [...filled].sort((a, b) => a.startTime.localeCompare(b.startTime));
    const all = sorted.length > 0 ? sorted : [emptyRange];
    return all.map(({ startTime, endTime }) => ({ weekday, weekdayEn, startTime, endTime }));
  });
}

/** Formats what is typed into a time as ##:##. A first digit above 2 is the whole hour. */
export function maskClock(typed: string): string {
  const colon = /^(\d):/.exec(typed);
  const digits = (colon ? `0${typed}` : typed).replace(/\D/g, '').slice(0, 4);
  const whole = /^[3-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
  return whole.length > 2 ? `${whole.slice(0, 2)}:${whole.slice(2)}` : whole;
}

/** The value after leaving the field: 8 becomes 08:00. Empty if it is not a time. */
export function finishClock(text: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):?(\d{0,2})$/.exec(text) ?? [];
  return hours === '' ? '' : `${hours.padStart(2, '0')}:${minutes.padEnd(2, '0')}`;
}

export function isClock(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Does it end on the next day? */
export function isOvernight({ startTime, endTime }: TimeRange): boolean {
  return isClock(startTime) && isClock(endTime) && endTime < startTime;
}

/** Why a range of a day is not valid; null if it is. */
export function rangeProblem(range: TimeRange, ofDay: readonly TimeRange[]): string | null {
  const { startTime, endTime } = range;
  if (startTime === '' && endTime === '') return ofDay.length > 1 ? t('Preencha os horários ou remova a linha.') : null;
  if (startTime === '' || endTime === '') return t('Preencha o início e o fim.');
  if (!isClock(startTime) || !isClock(endTime)) return t('Use horas de 00:00 a 23:59.');
  if (startTime === endTime) return t('O início e o fim são iguais. Para fechar o dia, marque Fechado.');
  const earlier = ofDay.slice(0, ofDay.indexOf(range));
  return earlier.some((other) => overlaps(range, other)) ? t('Este horário se sobrepõe a outro do mesmo dia.') : null;
}

function overlaps(a: TimeRange, b: TimeRange): boolean {
  const end = (range: TimeRange) => (isOvernight(range) ? '24:00' : range.endTime);
  return a.startTime < end(b) && b.startTime < end(a);
}

/** Can the form be saved? */
export function areHoursFine(hours: readonly DayHours[]): boolean {
  return hours.every(({ closed, ranges }) => closed || ranges.every((range) => rangeProblem(range, ranges) === null));
}

/** The form with the times of one day copied to all days. */
export function copyToAllDays(hours: readonly DayHours[], from: Weekday): DayHours[] {
  const source = hours.find(({ weekdayEn }) => weekdayEn === from);
  return hours.map((day) => (source ? { ...source, weekdayEn: day.weekdayEn } : day));
}

/** A day in words, for read-only views. */
export function dayText({ closed, ranges }: DayHours): string {
  if (closed) return t('Fechado');
  const times = ranges.filter(({ startTime, endTime }) => startTime !== '' && endTime !== '');
  if (times.length === 0) return t('Aberto o dia todo');
  return times.map(({ startTime, endTime }) => `${startTime}–${endTime}`).join(', ');
}
