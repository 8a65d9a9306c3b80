// When an event is tried again, and what an answer means. Pure.
import { type DeliveryReason, deliveryDays } from '@balcao/contract/webhook-rules';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Wakes whoever sends events. */
export const deliveryService = 'webhooks.deliver';

/** How many events are on their way at once: in this process, of one company and to one webhook. One that fails is tried with one at a time. */
export const atOnce = { all: 64, company: 16, webhook: 4, failing: 1 } as const;

/** How many more events of a webhook may go now, by how many are on their way. Whoever answers slowly makes no other company wait. */
export function roomFor(underWay: { all: number; company: number; webhook: number }, failures: number): number {
  const most = failures > 0 ? atOnce.failing : atOnce.webhook;
  return Math.max(0, Math.min(atOnce.all - underWay.all, atOnce.company - underWay.company, most - underWay.webhook));
}

/** For the whole call. Longer, and it counts as a failure. */
export const answerWithinMs = 10 * second;
/** Somebody who has not said how an attempt ended by then is gone. */
export const leaseMs = minute;
/** The largest answer that is read, and how many characters of it are kept. */
export const answerMaxBytes = 1024 * 1024;
export const answerKept = 1_000;

const pauses = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour] as const;

/** How long an event waits after so many attempts. `random` from 0 to 1 spreads those that failed together. */
export function pauseMs(attempts: number, random: number): number {
  const pause = pauses[Math.min(Math.max(attempts, 1), pauses.length) - 1] ?? hour;
  return Math.round(pause * (0.9 + 0.2 * random));
}

/** After so many failures in a row nothing is sent to a webhook for a while: no event would fare better than the others. */
const failuresUntilPause = 3;
const longestPauseMs = 5 * minute;

/** How long a webhook is left alone after so many failures in a row. */
export function restMs(failures: number): number {
  return failures < failuresUntilPause ? 0 : Math.min(5 * second * 2 ** (failures - failuresUntilPause), longestPauseMs);
}

/** Was it left alone, so that what waited longer for its own sake may go at once when it answers again? */
export function wasAway(failures: number): boolean {
  return failures >= failuresUntilPause;
}

/** How an attempt ended. `status` null: no answer. */
export type Outcome = { status: number | null; reason: DeliveryReason | null; answer: string; ms: number };

/** Delivered; or to be tried again, where `away` says that it is the receiver and not this event; or never again. */
export function meaningOf({ status }: Pick<Outcome, 'status'>): 'delivered' | 'refused' | 'away' | 'gone' {
  if (status === null) return 'away';
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 500 || status === 408 || status === 425 || status === 429 ? 'away' : 'refused';
}

/** Is it too late to try an event again that is to be sent since then? */
export function isTooOld(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= deliveryDays.tried * day;
}

/** Before when what is delivered, given up or to be sent is old. Those that are to be sent have an hour more, as one may be on its way. */
export function oldBefore(now: Date): { delivered: Date; dead: Date; waiting: Date } {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return {
    delivered: ago(deliveryDays.delivered * day),
    dead: ago(deliveryDays.dead * day),
    waiting: ago(deliveryDays.tried * day + hour),
  };
}
