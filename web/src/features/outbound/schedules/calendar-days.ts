// The days of a calendar, as YYYY-MM-DD. Pure: days have no time zone.
import { locale } from '../../../platform/i18n.ts';

export const calendarViews = ['month', 'week', 'work_week', 'day', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The days that a view shows, `to` excluded. The agenda shows the month that the day is in. */
export function rangeOf(view: CalendarView, day: string): { from: string; to: string } {
  switch (view) {
    case 'month': {
      const from = plusDays(monthStart(day), -weekdayOf(monthStart(day)));
      const last = plusDays(nextMonth(day), -1);
      return { from, to: plusDays(last, 7 - weekdayOf(last)) };
    }
    case 'week':
      return { from: plusDays(day, -weekdayOf(day)), to: plusDays(day, 7 - weekdayOf(day)) };
    case 'work_week': {
      const monday = plusDays(day, 1 - weekdayOf(day));
      return { from: monday, to: plusDays(monday, 5) };
    }
    case 'day':
      return { from: day, to: plusDays(day, 1) };
    case 'agenda':
      return { from: monthStart(day), to: nextMonth(day) };
    default:
      throw new Error(`there is no view ${view satisfies never}`);
  }
}

/** The day to show after a step forward (1) or back (-1). */
export function stepped(view: CalendarView, day: string, step: 1 | -1): string {
  switch (view) {
    case 'month':
    case 'agenda':
      return step === 1 ? nextMonth(day) : monthStart(plusDays(monthStart(day), -1));
    case 'week':
    case 'work_week':
      return plusDays(day, 7 * step);
    case 'day':
      return plusDays(day, step);
    default:
      throw new Error(`there is no view ${view satisfies never}`);
  }
}

/** What a view shows, in words: `Novembro de 2026`, `15 a 21 de novembro`. */
export function titleOf(view: CalendarView, day: string): string {
  if (view === 'month' || view === 'agenda') return capital(format(day, { month: 'long', year: 'numeric' }));
  if (view === 'day') return capital(format(day, { weekday: 'long', day: 'numeric', month: 'long' }));
  const { from, to } = rangeOf(view, day);
  return capital(
    new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' }).formatRange(noon(from), noon(plusDays(to, -1))),
  );
}

/** The month in words, for counts: `novembro`. */
export function monthName(day: string): string {
  return format(day, { month: 'long' });
}

export function format(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(noon(day));
}

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day < to; day = plusDays(day, 1)) days.push(day);
  return days;
}

export function plusDays(day: string, count: number): string {
  const at = noon(day);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

/**
 * The minute at which hours begin to be shown, when `inSight` minutes fit: at eight, or earlier for what is earlier; where the first message
 * would be out of sight from there, at that, since the days would look empty. Null: there is no message.
 */
export function firstMinute(first: number | null, inSight: number): number {
  const morning = 8 * 60;
  if (first === null) return morning;
  return first > morning + inSight - 60 ? first : Math.min(first, morning);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return noon(day).getUTCDay();
}

export function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function nextMonth(day: string): string {
  return monthStart(plusDays(monthStart(day), 31));
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** View and day as they stand in the address; phones have the list. */
export function placeIn(params: URLSearchParams, phone: boolean, today: string): { view: CalendarView; day: string } {
  const wanted = calendarViews.find((each) => each === params.get('view')) ?? 'month';
  const day = params.get('day') ?? '';
  return { view: phone ? 'agenda' : wanted, day: /^20\d\d-(0[1-9]|1[0-2])-([012]\d|3[01])$/.test(day) ? day : today };
}
