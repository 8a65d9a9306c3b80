// Time that counts only while it is open, and what a queue promises in it. Pure.
import { dayAt, type Hours, momentOf, openRangesOn } from './schedule-rules.ts';

const minuteMs = 60_000;
/** Who is closed for so many days keeps no promise. */
const daysMax = 400;

/** The moments between which it is open, from the day of `from` on, in order and without overlap. */
function* openings(hours: Hours, from: Date, timeZone: string): Generator<{ start: number; end: number }> {
  let day = dayAt(from, timeZone);
  for (let count = 0; count < daysMax; count++) {
    const after = nextDay(day);
    for (const { start, end } of openRangesOn(day, hours)) {
      const at = (minute: number) => (minute >= 1440 ? momentOf(after, '00:00', timeZone) : momentOf(day, clockOf(minute), timeZone));
      const [begins, ends] = [at(start), at(end)];
      if (begins && ends && begins < ends) yield { start: begins.getTime(), end: ends.getTime() };
    }
    day = after;
  }
}

/** How many minutes it is open between two moments; 0 if `to` is not after `from`. */
export function openMinutes(hours: Hours, from: Date, to: Date, timeZone: string): number {
  let total = 0;
  if (to <= from) return 0;
  for (const { start, end } of openings(hours, from, timeZone)) {
    if (start >= to.getTime()) break;
    total += Math.max(0, Math.min(end, to.getTime()) - Math.max(start, from.getTime()));
  }
  return total / minuteMs;
}

/** When it will have been open for so many minutes since `from`; null if that takes more than a year. */
export function afterOpenMinutes(hours: Hours, from: Date, minutes: number, timeZone: string): Date | null {
  let left = minutes * minuteMs;
  for (const { start, end } of openings(hours, from, timeZone)) {
    const begins = Math.max(start, from.getTime());
    if (begins >= end) continue;
    if (end - begins >= left) return new Date(begins + left);
    left -= end - begins;
  }
  return null;
}

/** What a queue promises, in open minutes; null: nothing. */
export type Promised = { firstAnswerMinutes: number | null; resolutionMinutes: number | null };

export type Waiting = { waitingSince: string | null; beganAt: string; answeredAt: string | null };

export type Due = { kind: 'answer' | 'resolution'; at: Date; minutes: number };

/** Which promise of a ticket ends first, and when; null if none is open. The first answer is due to who has had none in this service cycle. */
export function dueOf(ticket: Waiting, promised: Promised, hours: Hours, timeZone: string): Due | null {
  const due = (kind: Due['kind'], since: string | null, minutes: number | null): Due | null => {
    const at = since === null || minutes === null ? null : afterOpenMinutes(hours, new Date(since), minutes, timeZone);
    return at && minutes !== null ? { kind, at, minutes } : null;
  };
  const answer = due('answer', ticket.answeredAt === null ? ticket.waitingSince : null, promised.firstAnswerMinutes);
  const resolution = due('resolution', ticket.beganAt, promised.resolutionMinutes);
  if (!answer || !resolution) return answer ?? resolution;
  return resolution.at < answer.at ? resolution : answer;
}

/** `minutes`: how many open minutes are left, or have passed since. Near is the last quarter of what was promised. */
export type DueState = { state: 'fine' | 'near' | 'late'; minutes: number };

export function dueState(due: Due, now: Date, hours: Hours, timeZone: string): DueState {
  if (now > due.at) return { state: 'late', minutes: Math.floor(openMinutes(hours, due.at, now, timeZone)) };
  const left = openMinutes(hours, now, due.at, timeZone);
  return { state: left <= due.minutes / 4 ? 'near' : 'fine', minutes: Math.ceil(left) };
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function nextDay(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + 1);
  return noon.toISOString().slice(0, 10);
}
