// When a scheduled message is late, what its times mean, and what became of it. Pure.
import type { Recurrence } from '@balcao/contract/recurrence-rules';
import type { ScheduleStatus } from '@balcao/contract/schedules';

/** Pause before another look for a connection, in ms. */
export const noConnectionPauseMs = 60_000;

/**
 * Is it too late to send? By more than the company allows (0: however late), counted from the time itself, or from when it was set if the time
 * had passed by then.
 */
export function isTooLate({ send_at, timed_at }: { send_at: Date; timed_at: Date }, allowedMinutes: number, now: Date): boolean {
  const due = Math.max(send_at.getTime(), timed_at.getTime());
  return allowedMinutes > 0 && now.getTime() - due > allowedMinutes * 60_000;
}

/** How long what a customer wrote makes a message an answer, which the health of the number does not hold back, in ms. */
export const answerMs = 24 * 3_600_000;
/** The longest until the health of a number is looked at again, in ms; the product also looks when it changes. */
export const healthRecheckMs = 15 * 60_000;

/** When to try again what the health of a number holds back until then. */
export function nextTry(heldUntil: Date, now: Date): Date {
  return new Date(Math.min(Math.max(heldUntil.getTime(), now.getTime() + 1_000), now.getTime() + healthRecheckMs));
}

/** The pause between two scheduled messages of a number that is told to go slowly, in ms, for each time that it is slower. */
const slowGapMs = 20_000;

/**
 * A scheduled message wants to go while its number is told to go slowly: when it may, and when the one after it. `next`: what the last one left
 * here. One that was given its moment before keeps it.
 */
export function slowTurn(
  { slow, next, given }: { slow: number; next: Date | null; given: Date | null },
  now: Date,
): { at: Date; next: Date | null } {
  if (given) return { at: given, next };
  const at = next && next > now ? next : now;
  return { at, next: new Date(at.getTime() + slowGapMs * slow) };
}

/** May it still be changed? Not once it is in the conversation. */
export function mayChange(status: ScheduleStatus): boolean {
  return status !== 'ENVIADA' && status !== 'AGENDADA';
}

export type Outcome = { status: ScheduleStatus; fail_reason: string | null; sent_at: Date | null };

/** What a message's delivery makes of it; null: the message is gone before it was sent. */
export function outcomeOf(
  message: { state: string; fail_reason: string | null; is_deleted: boolean; sent_at: Date } | null,
  now: Date,
): Outcome {
  if (!message || (message.state === 'failed' && message.is_deleted))
    return { status: 'CANCELADA', fail_reason: 'withdrawn', sent_at: null };
  switch (message.state) {
    case 'queued':
    case 'sending':
      return { status: 'AGENDADA', fail_reason: message.fail_reason, sent_at: null };
    case 'failed':
      return { status: 'ERRO', fail_reason: message.fail_reason, sent_at: null };
    default:
      return { status: 'ENVIADA', fail_reason: null, sent_at: now };
  }
}

/** The rule by which a row repeats. */
export function recurrenceOf(row: {
  repeat: Recurrence['repeat'];
  repeat_days: readonly number[];
  month_day: number;
  repeat_until: string | null;
}): Recurrence {
  return { repeat: row.repeat, repeatDays: row.repeat_days, monthDay: row.month_day, repeatUntil: row.repeat_until };
}
