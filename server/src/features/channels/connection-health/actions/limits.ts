import type { ConnectionHealthView } from '@balcao/contract/connection-health';
import { connectionHealthChanged } from '../../../../events/connections.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { holdSending } from '../../../company/connections/actions.ts';
import { findConnection, getConnection } from '../../../company/connections/reads.ts';
import { audit } from '../../../company/system/actions.ts';
import { wakeOutbox } from '../../../desk/messages/actions/out/wake.ts';
import { showConnectionHealth } from '../reads.ts';
import { answersHeldUntil, heldUntil, limitEnd, pauseAfterRefusal } from '../rules.ts';
import { forgetHealth, lockHealth, saveHealth } from '../store.ts';
import { limitsOf } from '../view.ts';
import { abandonGap } from './gaps.ts';

export type ReportedLimits = {
  restrictedUntil: string | null;
  answersRestrictedUntil: string | null;
  newChats: { used: number; total: number; resetsAt: string | null } | null;
  at: string;
};

/**
 * Stores and applies the provider's limits for a number: with `newChats` how many conversations it may begin, else whether it may begin
 * any, and answer. A report older than the stored one is ignored.
 */
export function saveLimits(ctx: Ctx, connectionId: number, said: ReportedLimits): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await findConnection(ctx, connectionId))) return;
    const before = await lockHealth(ctx, connectionId);
    const at = new Date(said.at);
    if (before.limits_at && before.limits_at > at) return;
    const change = said.newChats
      ? {
          new_chats_used: said.newChats.used,
          new_chats_total: said.newChats.total,
          new_chats_reset_at: limitEnd(dateOf(said.newChats.resetsAt), at),
        }
      : { restricted_until: dateOf(said.restrictedUntil), answers_restricted_until: dateOf(said.answersRestrictedUntil) };
    await saveHealth(ctx, connectionId, { ...change, limits_at: at });
    await applyLimits(ctx, connectionId);
  });
}

/** The provider refused a new conversation: pauses new ones for a while, longer each time. */
export function pauseNewChats(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await findConnection(ctx, connectionId))) return;
    const { pauses, paused_until } = await lockHealth(ctx, connectionId);
    const next = pauseAfterRefusal({ pauses, pausedUntil: paused_until }, ctx.now());
    if (!next) return;
    await saveHealth(ctx, connectionId, { pauses: next.pauses, paused_until: next.pausedUntil });
    await applyLimits(ctx, connectionId);
  });
}

/**
 * Lets the number begin conversations again before its pause or the provider's limit is over. A restriction by the provider until a date
 * stays. Throws ERR_NO_WAPP_FOUND.
 */
export async function resumeNewChats(ctx: Ctx, connectionId: number): Promise<ConnectionHealthView> {
  await transaction(ctx, async (ctx) => {
    const { name } = await getConnection(ctx, connectionId);
    const { paused_until } = await lockHealth(ctx, connectionId);
    const now = ctx.now();
    await saveHealth(ctx, connectionId, {
      // The next refusal soon after must pause longer, so keep when the last pause ended.
      paused_until: paused_until && paused_until > now ? now : paused_until,
      new_chats_used: null,
      new_chats_total: null,
      new_chats_reset_at: null,
    });
    await audit(ctx, { verb: 'connection.newChatsResumed', subject: String(connectionId), details: { name } });
    await applyLimits(ctx, connectionId);
  });
  return showConnectionHealth(ctx, connectionId);
}

/** The number changed its channel: deletes what was known about it. */
export function resetHealth(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await forgetHealth(ctx, connectionId);
    await abandonGap(ctx, connectionId);
    await ctx.publish(connectionHealthChanged, { connectionId });
  });
}

/** Holds back messages as long as the limits require, and wakes those that may be sent now. */
async function applyLimits(ctx: Tx, connectionId: number): Promise<void> {
  const before = await getConnection(ctx, connectionId);
  const limits = limitsOf(await lockHealth(ctx, connectionId));
  const [newChats, answers] = [heldUntil(limits, ctx.now()), answersHeldUntil(limits, ctx.now())];
  await holdSending(ctx, connectionId, { newChats, answers });
  // Only wake them for an earlier date. If they have to wait longer, that is found out when they are due.
  const isEarlier = (was: Date | null, until: Date | null) => was !== null && (until === null || until < was);
  if (isEarlier(before.new_chats_held_until, newChats) || isEarlier(before.answers_held_until, answers))
    await wakeOutbox(ctx, connectionId);
  await ctx.publish(connectionHealthChanged, { connectionId });
}

/** Undefined: a job that an earlier version left does not say. */
function dateOf(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null;
}
