// When something that repeats happens again. Pure, and shared: the server plans by it, the browser previews it. Days and hours are those of the
// company's time zone, so 09:00 stays 09:00 when daylight saving time begins or ends.
import { clockAt, dayAt, momentOf } from './schedule-rules.ts';

export const repeats = ['none', 'day', 'week', 'month'] as const;
export type Repeat = (typeof repeats)[number];

export type Recurrence = {
  repeat: Repeat;
  /** For `week`: 0 is Sunday. None means the weekday of the first time. */
  repeatDays: readonly number[];
  /** For `month`: the day of the month; shorter months have their last day instead. */
  monthDay: number;
  /** The last day, YYYY-MM-DD; null if it never ends. */
  repeatUntil: string | null;
};

/** The next time after `last`, at the same hour; null if there is none. */
export function nextTime(rule: Recurrence, last: Date, timeZone: string): Date | null {
  const day = nextDay(rule, dayAt(last, timeZone));
  if (day === null || (rule.repeatUntil !== null && day > rule.repeatUntil)) return null;
  return momentOf(day, clockAt(last, timeZone), timeZone);
}

/** The next time that lies after `now`, however many were missed since `last`; null if there is none. */
export function nextTimeAfter(rule: Recurrence, last: Date, now: Date, timeZone: string): Date | null {
  let next = nextTime(rule, last, timeZone);
  while (next !== null && next <= now) next = nextTime(rule, next, timeZone);
  return next;
}

/** The times from `first` on, it included, that lie before `until`; at most `max`. */
export function timesUntil(rule: Recurrence, first: Date, until: Date, timeZone: string, max: number): Date[] {
  const times: Date[] = [];
  for (let next: Date | null = first; next !== null && next < until && times.length < max; next = nextTime(rule, next, timeZone)) {
    times.push(next);
  }
  return times;
}

/** The day of the month, and the weekday, of a time. */
export function anchorOf(at: Date, timeZone: string): { monthDay: number; weekday: number } {
  const day = dayAt(at, timeZone);
  return { monthDay: Number(day.slice(8)), weekday: noon(day).getUTCDay() };
}

/** The weekdays of a weekly rule after its time was moved from one weekday to another. */
export function movedDays(days: readonly number[], from: number, to: number): number[] {
  return [...new Set(days.map((day) => (day === from ? to : day)))].sort((a, b) => a - b);
}

function nextDay({ repeat, repeatDays, monthDay }: Recurrence, day: string): string | null {
  switch (repeat) {
    case 'none':
      return null;
    case 'day':
      return plusDays(day, 1);
    case 'week':
      for (let ahead = 1; ahead <= 7; ahead++) {
        const next = plusDays(day, ahead);
        if (repeatDays.length === 0 ? ahead === 7 : repeatDays.includes(noon(next).getUTCDay())) return next;
      }
      return plusDays(day, 7);
    case 'month': {
      const month = noon(`${day.slice(0, 7)}-01`);
      month.setUTCMonth(month.getUTCMonth() + 2, 0);
      const last = month.getUTCDate();
      return `${month.toISOString().slice(0, 8)}${String(Math.min(monthDay, last)).padStart(2, '0')}`;
    }
    default:
      throw new Error(`there is no repetition ${repeat satisfies never}`);
  }
}

function plusDays(day: string, count: number): string {
  const at = noon(day);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
