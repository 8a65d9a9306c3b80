import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { endWaiting, firstInOutbox, takenAtOnce } from '../../store/waiting.ts';
import { announceChanged } from '../thread/announce.ts';
import { deliverSoon } from './deliver.ts';
import { failAll } from './fail-message.ts';

/** The reason why messages of a connection wait is gone or has changed: check all of them again. */
export function wakeOutbox(ctx: Ctx | Tx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (await endWaiting(ctx, { connectionId, now: ctx.now() })) await deliverSoon(ctx, connectionId);
  });
}

/** The customer wrote, so messages held back for them no longer begin a conversation. `released`: as `insertReceived` answered. */
export async function announceReleased(ctx: Tx, connectionId: number, released: readonly number[]): Promise<void> {
  for (const id of released) await announceChanged(ctx, id);
  if (released.length > 0) await deliverSoon(ctx, connectionId);
}

/** Messages being sent when the channel changed may have arrived. The new channel cannot tell, so they are not sent again. */
export function settleUnderWay(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const underWay = await firstInOutbox(ctx, connectionId, 'sending');
    await failAll(ctx, underWay, 'unconfirmed', ({ state }) => state === 'sending');
    if (underWay.length > 0) await deliverSoon(ctx, connectionId);
  });
}

/** The connection is gone, so its queued messages will never be sent. Some hundred a call; resolves with true if there may be more. */
export function failOutbox(ctx: Ctx, connectionId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const waiting = await firstInOutbox(ctx, connectionId, 'queued');
    await failAll(ctx, waiting, 'connection_down', ({ state }) => state === 'queued');
    return waiting.length === takenAtOnce;
  });
}
