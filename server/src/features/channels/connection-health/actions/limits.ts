import type { ConnectionHealthView } from '@balcao/contract/connection-health';
import { connectionHealthChanged } from '../../../../events/connections.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { holdNewChats } from '../../../company/connections/actions.ts';
import { findConnection, getConnection } from '../../../company/connections/reads.ts';
import { audit } from '../../../company/system/actions.ts';
import { wakeOutbox } from '../../../desk/messages/actions/out/wake.ts';
import { showConnectionHealth } from '../reads.ts';
import { heldUntil, limitEnd, pauseAfterRefusal } from '../rules.ts';
import { forgetHealth, lockHealth, saveHealth } from '../store.ts';
import { limitsOf } from '../view.ts';
import { leaveGap } from './gaps.ts';

export type SaidLimits = {
  restrictedUntil: string | null;
  newChats: { used: number; total: number; resetsAt: string | null } | null;
  at: string;
};

/**
 * Keeps what the provider says that a number may do, and obeys: with `newChats` how many conversations it may begin, else whether it may at
 * all. What was said earlier and comes late is no news.
 */
export function noteLimits(ctx: Ctx, connectionId: number, said: SaidLimits): Promise<void> {
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
      : { restricted_until: dateOf(said.restrictedUntil) };
    await saveHealth(ctx, connectionId, { ...change, limits_at: at });
    await obey(ctx, connectionId);
  });
}

/** The provider did not let the number begin a conversation: none is begun for a while, each time longer. */
export function pauseNewChats(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await findConnection(ctx, connectionId))) return;
    const { pauses, paused_until } = await lockHealth(ctx, connectionId);
    const next = pauseAfterRefusal({ pauses, pausedUntil: paused_until }, ctx.now());
    if (!next) return;
    await saveHealth(ctx, connectionId, { pauses: next.pauses, paused_until: next.pausedUntil });
    await obey(ctx, connectionId);
  });
}

/**
 * Lets the number begin conversations again although its pause, or the limit that the provider named, is not over. What the provider forbids
 * until a date stays. Throws ERR_NO_WAPP_FOUND.
 */
export async function resumeNewChats(ctx: Ctx, connectionId: number): Promise<ConnectionHealthView> {
  await transaction(ctx, async (ctx) => {
    const { name } = await getConnection(ctx, connectionId);
    const { paused_until } = await lockHealth(ctx, connectionId);
    const now = ctx.now();
    await saveHealth(ctx, connectionId, {
      // The next refusal soon after pauses for longer, so when the last pause ended is kept.
      paused_until: paused_until && paused_until > now ? now : paused_until,
      new_chats_used: null,
      new_chats_total: null,
      new_chats_reset_at: null,
    });
    await audit(ctx, { verb: 'connection.newChatsResumed', subject: String(connectionId), details: { name } });
    await obey(ctx, connectionId);
  });
  return showConnectionHealth(ctx, connectionId);
}

/** Nothing that was known of the number by the way it was reached before holds any more. */
export function startAnew(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await forgetHealth(ctx, connectionId);
    await leaveGap(ctx, connectionId);
    await ctx.publish(connectionHealthChanged, { connectionId });
  });
}

/** Makes messages that begin conversations wait as long as they have to, and those go that wait no longer. */
async function obey(ctx: Tx, connectionId: number): Promise<void> {
  const { new_chats_held_until: before } = await getConnection(ctx, connectionId);
  const until = heldUntil(limitsOf(await lockHealth(ctx, connectionId)), ctx.now());
  await holdNewChats(ctx, connectionId, until);
  // What has to wait longer finds out when its time comes.
  if (before && (!until || until < before)) await wakeOutbox(ctx, connectionId);
  await ctx.publish(connectionHealthChanged, { connectionId });
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
