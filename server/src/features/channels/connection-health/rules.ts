// How a number is doing, and what follows from it. Pure.
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

/** What a number may do, as far as is known. */
export type Limits = {
  restrictedUntil: Date | null;
  /** Conversations that the provider lets it begin; null when it named no number. */
  newChats: { used: number; total: number; resetsAt: Date } | null;
  pausedUntil: Date | null;
};

export type Facts = Limits & {
  /** The provider called the account restricted, without a date. */
  restricted: boolean;
  newChatsToday: number;
  sentToday: number;
  /** Of today, by reason. */
  failures: Readonly<Record<string, number>>;
};

export type Judgement = { level: HealthLevel; score: number; why: HealthReason[]; until: Date | null };

const costs: Record<HealthReason, number> = {
  restricted: 80,
  limit_reached: 60,
  refused: 50,
  limit_near: 20,
  failures: 25,
  blocks: 20,
  many_new_chats: 15,
};

/** Failures that tell of the number, not of the message or the line. */
const tellingReasons = ['restricted', 'rate_limited', 'recipient_blocked', 'not_on_whatsapp', 'opted_out', 'unknown'];
const failuresShare = 0.2;
const attemptsMin = 10;
const blocksMin = 3;
const newChatsMany = 50;
const limitNearShare = 0.8;

/** How a number is doing. `until`: when it may begin conversations again; null when it may, or nobody knows. */
export function judge(facts: Facts, now: Date): Judgement {
  const holds: Record<HealthReason, boolean> = {
    restricted: facts.restricted || isAhead(facts.restrictedUntil, now),
    limit_reached: limitUntil(facts, now) !== null,
    refused: isAhead(facts.pausedUntil, now),
    limit_near: isNear(facts, now),
    failures: failsOften(facts),
    blocks: (facts.failures.recipient_blocked ?? 0) >= blocksMin,
    many_new_chats: facts.newChatsToday >= newChatsMany,
  };
  const why = healthReasons.filter((reason) => holds[reason]);
  const level = holds.restricted ? 'restricted' : holds.limit_reached || holds.refused ? 'paused' : why.length > 0 ? 'watch' : 'good';
  const score = Math.max(0, 100 - why.reduce((sum, reason) => sum + costs[reason], 0));
  return { level, score, why, until: heldUntil(facts, now) };
}

/** Until when messages that begin conversations wait: for the last of all reasons. Null: they do not. */
export function heldUntil(limits: Limits, now: Date): Date | null {
  const ahead = [limits.restrictedUntil, pausedUntil(limits, now)].filter((until) => isAhead(until, now));
  return latest(ahead);
}

/** As `heldUntil`, without what the provider forbids altogether. */
export function pausedUntil(limits: Limits, now: Date): Date | null {
  return latest([limits.pausedUntil, limitUntil(limits, now)].filter((until) => isAhead(until, now)));
}

/** Conversations that may be begun until the limit starts anew; null when none is named or it has started anew. */
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
  const failed = tellingReasons.reduce((sum, reason) => sum + (failures[reason] ?? 0), 0);
  return sentToday + failed >= attemptsMin && failed / (sentToday + failed) >= failuresShare;
}

function isAhead(until: Date | null, now: Date): boolean {
  return until !== null && until > now;
}

function latest(dates: (Date | null)[]): Date | null {
  return dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null);
}

/** When a limit said at `at` starts anew; one without a date counts for a day. */
export function limitEnd(resetsAt: Date | null, at: Date): Date {
  return resetsAt ?? new Date(at.getTime() + day);
}

const pauseSteps = [15 * minute, hour, 6 * hour, day] as const;

export type Pauses = { pauses: number; pausedUntil: Date | null };

/**
 * The pause after the provider refused to let a conversation begin: 15 min, 1 h, 6 h, a day; after a day without, it begins with the first
 * again. Null during a pause: what is refused then was under way already.
 */
export function pauseAfterRefusal({ pauses, pausedUntil }: Pauses, now: Date): { pauses: number; pausedUntil: Date } | null {
  if (pausedUntil && pausedUntil > now) return null;
  const before = pausedUntil && now.getTime() - pausedUntil.getTime() < day ? pauses : 0;
  const step = pauseSteps[Math.min(before, pauseSteps.length - 1)] ?? day;
  return { pauses: before + 1, pausedUntil: new Date(now.getTime() + step) };
}

/** So long the replay of what was missed may take after a connection is back, in ms. */
export const replayMaxMs = 10 * minute;
/** So long a gap is counted again by itself after it was closed, in ms; after somebody asked the phone, `recheckMs`. */
export const recountMs = day;
export const recheckMs = hour;

/** What is too short to be worth showing, when nothing was lost. */
const briefMs = 30_000;

export type Gap = { from: Date; to: Date; undecryptable: number; incomplete: boolean };

/** Something may be missing for good. `replayed`: the provider said that it has delivered everything. */
export function isIncomplete({ from, to }: Pick<Gap, 'from' | 'to'>, replayed: boolean): boolean {
  return !replayed || to.getTime() - from.getTime() > providerKeepsDays * day;
}

/** A connection that was away for a moment and lost nothing is no trouble. */
export function isWorthTelling({ from, to, undecryptable, incomplete }: Gap): boolean {
  return to.getTime() - from.getTime() >= briefMs || undecryptable > 0 || incomplete;
}

/** In which state a connection that is away or just back leaves its gap. */
export function gapStateOf(isConnected: boolean): GapState {
  return isConnected ? 'checking' : 'open';
}
