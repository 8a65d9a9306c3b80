// Times when a connection was away, and how many messages of that time came in afterwards.
import type { ConnectionHealthView } from '@balcao/contract/connection-health';
import { connectionHealthChanged } from '../../../../events/connections.ts';
import { SendFailure } from '../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { accountOf, findConnection, getConnection } from '../../../company/connections/reads.ts';
import { latestMessages } from '../../../desk/messages/reads.ts';
import { showConnectionHealth } from '../reads.ts';
import { gapStateOf, isIncomplete, isWorthShowing, recheckMs, recountMs, replayMaxMs } from '../rules.ts';
import { countRecovered, deleteGap, type GapRow, getGap, insertGap, lockGap, lockRunningGap, saveGap } from '../store.ts';

/**
 * A connection is away since `from`, or was until now. Calling it again extends the same gap, from the earliest time. If the connection is
 * connected, the gap ends now and the replay of missed messages begins.
 */
export async function openGap(ctx: Tx, connectionId: number, { from, reason }: { from: Date; reason: string | null }): Promise<void> {
  const connection = await findConnection(ctx, connectionId);
  if (!connection) return;
  const running = await lockRunningGap(ctx, connectionId);
  const back = connection.status === 'CONNECTED' ? ctx.now() : null;
  const gap = {
    from_at: running && running.from_at < from ? running.from_at : from,
    to_at: back,
    reason: running?.reason ?? reason,
    state: gapStateOf(back !== null),
    recount_until: back && after(back, replayMaxMs),
  };
  if (running) await saveGap(ctx, running.id, gap);
  else await insertGap(ctx, connectionId, gap);
  await ctx.publish(connectionHealthChanged, { connectionId });
}

/** A connection is back: the replay of missed messages begins. Does nothing if it is away again already, or there is no gap. */
export function beginReplay(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const gap = await lockRunningGap(ctx, connectionId);
    const connection = await findConnection(ctx, connectionId);
    if (gap?.state !== 'open' || connection?.status !== 'CONNECTED') return;
    const now = ctx.now();
    await saveGap(ctx, gap.id, { state: 'checking', to_at: now, recount_until: after(now, replayMaxMs) });
    await ctx.publish(connectionHealthChanged, { connectionId });
  });
}

/** The connection was back at `to`, and the provider has delivered everything it kept. Does nothing if there is no gap. */
export async function closeGap(ctx: Tx, connectionId: number, { to }: { to: Date }): Promise<void> {
  const gap = await lockRunningGap(ctx, connectionId);
  if (gap) await close(ctx, gap, gap.to_at && gap.to_at < to ? gap.to_at : to, true);
}

/** The number changed its channel, so missed messages will never be fetched. Does nothing if there is no gap. */
export async function abandonGap(ctx: Tx, connectionId: number): Promise<void> {
  const gap = await lockRunningGap(ctx, connectionId);
  if (gap) await close(ctx, gap, gap.to_at ?? ctx.now(), false);
}

async function close(ctx: Tx, gap: GapRow, to: Date, replayed: boolean): Promise<void> {
  const counts = await countRecovered(ctx, gap.connection_id, { from: gap.from_at, to });
  const incomplete = isIncomplete({ from: gap.from_at, to }, replayed);
  const now = ctx.now();
  if (isWorthShowing({ from: gap.from_at, to, undecryptable: counts.undecryptable, incomplete })) {
    await saveGap(ctx, gap.id, {
      ...counts,
      incomplete,
      state: 'closed',
      to_at: to,
      checked_at: now,
      recount_until: after(now, recountMs),
    });
  } else {
    await deleteGap(ctx, gap.id);
  }
  await ctx.publish(connectionHealthChanged, { connectionId: gap.connection_id });
}

/** Counts a gap again while the numbers may change. Closes one whose replay never ended. Does nothing if it was deleted. */
export function recount(ctx: Ctx, connectionId: number, gapId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const gap = await lockGap(ctx, connectionId, gapId).catch(ifGone);
    const now = ctx.now();
    if (!gap?.to_at || !gap.recount_until) return;
    const isOver = gap.recount_until <= now;
    if (gap.state === 'checking') return isOver ? close(ctx, gap, gap.to_at, false) : undefined;
    const counts = await countRecovered(ctx, connectionId, { from: gap.from_at, to: gap.to_at });
    await saveGap(ctx, gap.id, { ...counts, checked_at: now, ...(isOver ? { recount_until: null } : {}) });
    if (counts.recovered !== gap.recovered || counts.undecryptable !== gap.undecryptable)
      await ctx.publish(connectionHealthChanged, { connectionId });
  });
}

/**
 * Asks the phone for the missing messages of a gap and counts it again; it is counted again as they come in. Throws ERR_NO_WAPP_FOUND,
 * ERR_NO_GAP_FOUND, ERR_WAPP_CHANNEL if there is no phone to ask, ERR_WAPP_NOT_INITIALIZED while it cannot be asked.
 */
export async function recheckGap(ctx: Outside, connectionId: number, gapId: number): Promise<ConnectionHealthView> {
  const { connection, gap, account, chats } = await reading(ctx, async (ctx) => ({
    connection: await getConnection(ctx, connectionId),
    gap: await getGap(ctx, connectionId, gapId),
    account: await accountOf(ctx, connectionId),
    chats: await latestMessages(ctx, connectionId),
  }));
  const channel = ctx.gateways.channel(connection.channel);
  if (!channel.recheck) throw new AppError('ERR_WAPP_CHANNEL');
  if (connection.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  await channel.recheck(account, gap.from_at.toISOString(), chats).catch((error) => {
    throw error instanceof SendFailure ? new AppError('ERR_WAPP_NOT_INITIALIZED', { reason: error.reason }) : error;
  });
  await transaction(ctx, async (ctx) => {
    const gap = await lockGap(ctx, connectionId, gapId);
    if (gap.state !== 'closed' || !gap.to_at) return;
    const now = ctx.now();
    const counts = await countRecovered(ctx, connectionId, { from: gap.from_at, to: gap.to_at });
    const until = after(now, recheckMs);
    await saveGap(ctx, gapId, {
      ...counts,
      checked_at: now,
      recount_until: gap.recount_until && gap.recount_until > until ? gap.recount_until : until,
    });
    await ctx.publish(connectionHealthChanged, { connectionId });
  });
  return showConnectionHealth(ctx, connectionId);
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

function ifGone(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
