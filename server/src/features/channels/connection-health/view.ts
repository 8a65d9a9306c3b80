import type { ConnectionHealthView, GapView } from '@balcao/contract/connection-health';
import { answersHeldUntil, type Facts, judge, type Limits, newChatsLimit, pausedUntil } from './rules.ts';
import type { GapRow, HealthRow, StatusRow, Traffic } from './store.ts';

/** The stored limits of a number, in the form of its rules. */
export function limitsOf(row: HealthRow | null): Limits {
  return {
    restrictedUntil: row?.restricted_until ?? null,
    answersRestrictedUntil: row?.answers_restricted_until ?? null,
    newChats:
      row && row.new_chats_used !== null && row.new_chats_total !== null && row.new_chats_reset_at !== null
        ? { used: row.new_chats_used, total: row.new_chats_total, resetsAt: row.new_chats_reset_at }
        : null,
    pausedUntil: row?.paused_until ?? null,
  };
}

export function healthView(
  of: { health: HealthRow | null; restricted: boolean; traffic: Traffic; gaps: GapRow[]; statuses: StatusRow[] },
  now: Date,
): ConnectionHealthView {
  const { newChats, sent, failures } = of.traffic;
  const limits = limitsOf(of.health);
  const facts: Facts = { ...limits, restricted: of.restricted, newChatsToday: newChats, sentToday: sent, failures };
  const { level, score, why } = judge(facts, now);
  return {
    meter: {
      level,
      score,
      why,
      newChatsToday: newChats,
      newChatsLimit: newChatsLimit(limits, now),
      sentToday: sent,
      failedToday: Object.values(failures).reduce((sum, n) => sum + n, 0),
      restrictedUntil: limits.restrictedUntil && limits.restrictedUntil > now ? limits.restrictedUntil.toISOString() : null,
      answersRestrictedUntil: answersHeldUntil(limits, now)?.toISOString() ?? null,
      pausedUntil: pausedUntil(limits, now)?.toISOString() ?? null,
    },
    gaps: of.gaps.map(gapView),
    timeline: of.statuses.map(({ id, at, status, reason }) => ({ id, at: at.toISOString(), status, reason })),
  };
}

function gapView(row: GapRow): GapView {
  return {
    id: row.id,
    from: row.from_at.toISOString(),
    to: row.to_at?.toISOString() ?? null,
    reason: row.reason,
    recovered: row.recovered,
    undecryptable: row.undecryptable,
    incomplete: row.incomplete,
    state: row.state,
    checkedAt: row.checked_at?.toISOString() ?? null,
  };
}
