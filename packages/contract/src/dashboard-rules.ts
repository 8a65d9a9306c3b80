// The period of the dashboard: days of the company's time zone, both ends counted. Pure.

/** The periods to choose from, in days. */
export const dashboardDays = [3, 7, 15, 30, 60, 90] as const;

/** The most days that a period may have. */
export const periodMaxDays = 366;

/** A customer who has waited longer than this, in minutes, is pointed out. */
export const longWaitMinutes = 10;

/** From midnight of `from` until the end of `until`, both YYYY-MM-DD. */
export type Period = { from: string; until: string };

export type PeriodQuery = { days?: number | undefined; date_from?: string | undefined; date_to?: string | undefined };
/** The field that is wrong, and how. */
export type PeriodFault = { field: keyof PeriodQuery; code: 'required' | 'too_small' | 'too_big' };

/**
 * The period that is asked for. `days` counts back from today, which is one of them, and comes before dates. Without `date_to` a period lasts
 * until today; without `date_from` it begins with the month of its end.
 */
export function periodOf({ days, date_from, date_to }: PeriodQuery, today: string): Period | PeriodFault {
  if (days) return days > periodMaxDays ? { field: 'days', code: 'too_big' } : { from: addDays(today, 1 - days), until: today };
  if (!date_from && !date_to) return { field: 'days', code: 'required' };
  const until = date_to ?? today;
  return checked({ from: date_from ?? `${until.slice(0, 8)}01`, until });
}

/** A period with both ends given. */
export function checked(period: Period): Period | PeriodFault {
  if (period.from > period.until) return { field: 'date_to', code: 'too_small' };
  return lengthOf(period) > periodMaxDays ? { field: 'date_to', code: 'too_big' } : period;
}

/** How many days a period has. */
export function lengthOf({ from, until }: Period): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1;
}

/** The period of the same length that ends where this one begins. */
export function periodBefore(period: Period): Period {
  const until = addDays(period.from, -1);
  return { from: addDays(until, 1 - lengthOf(period)), until };
}

/** The days of a period, in order. */
export function daysOf(period: Period): string[] {
  return Array.from({ length: lengthOf(period) }, (_, i) => addDays(period.from, i));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The day that it is in a time zone. */
export function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

const dayMs = 86_400_000;
