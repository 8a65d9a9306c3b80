// The health of a number, and what follows from it. Pure.
import {
  type GapState,
  type HealthLevel,
  type HealthReason,
  healthReasons,
  providerKeepsDays,
} from '@balcao/contract/connection-health-rules';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The known limits of a number. */
export type Limits = {
  /** Until when the provider lets it begin no conversations. */
  restrictedUntil: Date | null;
  /** Until when the provider lets it answer nobody. */
  answersRestrictedUntil: Date | null;
  /** Conversations that the provider lets it begin; null if it named no number. */
  newChats: { used: number; total: number; resetsAt: Date } | null;
  pausedUntil: Date | null;
};

export type Facts = Limits & {
  /** The provider called the account restricted, without a date. */
  restricted: boolean;
  newChatsToday: number;
  sentToday: number;
  /** Today's failures, by reason. */
  failures: Readonly<Record<string, number>>;
};

export type Judgement = { level: HealthLevel; score: number; why: HealthReason[]; until: Date | null };

const costs: Record<HealthReason, number> = {
  restricted: 80,
  answers_restricted: 80,
  limit_reached: 60,
  refused: 50,
  limit_near: 20,
  failures: 25,
  blocks: 20,
  many_new_chats: 15,
};

/** Failures caused by the number, not by the message or the network. */
const numberFailures = ['restricted', 'rate_limited', 'recipient_blocked', 'not_on_whatsapp', 'opted_out', 'unknown'];
const failuresShare = 0.2;
const attemptsMin = 10;
const blocksMin = 3;
const newChatsMany = 50;
const limitNearShare = 0.8;

/** Judges the health of a number. `until`: when it may begin conversations again; null if it may now, or if that is unknown. */
export function judge(facts: Facts, now: Date): Judgement {
  const holds: Record<HealthReason, boolean> = {
    restricted: facts.restricted || isAhead(facts.restrictedUntil, now),
    answers_restricted: answersHeldUntil(facts, now) !== null,
    limit_reached: limitUntil(facts, now) !== null,
    refused: isAhead(facts.pausedUntil, now),
    limit_near: isNear(facts, now),
    failures: failsOften(facts),
    blocks: (facts.failures.recipient_blocked ?? 0) >= blocksMin,
    many_new_chats: facts.newChatsToday >= newChatsMany,
  };
  const why = healthReasons.filter((reason) => holds[reason]);
  const level =
    holds.restricted || holds.answers_restricted
      ? 'restricted'
      : holds.limit_reached || holds.refused
        ? 'paused'
        : why.length > 0
          ? 'watch'
          : 'good';
  const score = Math.max(0, 100 - why.reduce((sum, reason) => sum + costs[reason], 0));
  return { level, score, why, until: heldUntil(facts, now) };
}

/** Until when messages that begin conversations are held back: the latest of all reasons. Null: they are not. */
export function heldUntil(limits: Limits, now: Date): Date | null {
  const ahead = [limits.restrictedUntil, pausedUntil(limits, now)].filter((until) => isAhead(until, now));
  return latest(ahead);
}

/** Until when answers are held back; null: they are not. */
export function answersHeldUntil({ answersRestrictedUntil }: Limits, now: Date): Date | null {
  return isAhead(answersRestrictedUntil, now) ? answersRestrictedUntil : null;
}

/** Like `heldUntil`, without restrictions by the provider. */
export function pausedUntil(limits: Limits, now: Date): Date | null {
  return latest([limits.pausedUntil, limitUntil(limits, now)].filter((until) => isAhead(until, now)));
}

/** Conversations allowed until the limit resets; null if no limit is known or it has reset. */
export function newChatsLimit({ newChats }: Limits, now: Date): number | null {
  return newChats && newChats.resetsAt > now ? newChats.total : null;
}

function limitUntil({ newChats }: Limits, now: Date): Date | null {
  return newChats && newChats.used >= newChats.total && newChats.resetsAt > now ? newChats.resetsAt : null;
}

function isNear({ newChats }: Limits, now: Date): boolean {
  if (!newChats || newChats.resetsAt <= now || newChats.used >= newChats.total) return false;
  return newChats.used >= newChats.total * limitNearShare;
}

function failsOften({ sentToday, failures }: Facts): boolean {
  const failed = numberFailures.reduce((sum, reason) => sum + (failures[reason] ?? 0), 0);
  return sentToday + failed >= attemptsMin && failed / (sentToday + failed) >= failuresShare;
}

function isAhead(until: Date | null, now: Date): boolean {
  return until !== null && until > now;
}

function latest(dates: (Date | null)[]): Date | null {
  return dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null);
}

/** When a limit reported at `at` resets; one without a date lasts a day. */
export function limitEnd(resetsAt: Date | null, at: Date): Date {
  return resetsAt ?? new Date(at.getTime() + day);
}

const pauseSteps = [15 * minute, hour, 6 * hour, day] as const;

export type Pauses = { pauses: number; pausedUntil: Date | null };

/**
 * The pause after the provider refused a new conversation: 15 min, 1 h, 6 h, a day. After a day without a refusal it starts over.
 * Null during a pause: a message refused then was already being sent.
 */
export function pauseAfterRefusal({ pauses, pausedUntil }: Pauses, now: Date): { pauses: number; pausedUntil: Date } | null {
  if (pausedUntil && pausedUntil > now) return null;
  const before = pausedUntil && now.getTime() - pausedUntil.getTime() < day ? pauses : 0;
  const step = pauseSteps[Math.min(before, pauseSteps.length - 1)] ?? day;
  return { pauses: before + 1, pausedUntil: new Date(now.getTime() + step) };
}

/** How long the replay of missed messages may take after a connection is back, in ms. */
export const replayMaxMs = 10 * minute;
/** How long a gap is counted again after it was closed, in ms. After a user asked the phone: `recheckMs`. */
export const recountMs = day;
export const recheckMs = hour;

/** Shorter gaps are not shown if nothing was lost, in ms. */
const shortGapMs = 30_000;

export type Gap = { from: Date; to: Date; undecryptable: number; incomplete: boolean };

/** May messages be missing for good? `replayed`: the provider said that it has delivered everything. */
export function isIncomplete({ from, to }: Pick<Gap, 'from' | 'to'>, replayed: boolean): boolean {
  return !replayed || to.getTime() - from.getTime() > providerKeepsDays * day;
}

/** A short gap without losses is not shown. */
export function isWorthShowing({ from, to, undecryptable, incomplete }: Gap): boolean {
  return to.getTime() - from.getTime() >= shortGapMs || undecryptable > 0 || incomplete;
}

/** The new state of a gap, from whether the connection is back. */
export function gapStateOf(isConnected: boolean): GapState {
  return isConnected ? 'checking' : 'open';
}
