import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { endHolding, endWaiting, lockOutbox } from '../../store/waiting.ts';
import { announceChanged } from '../thread/announce.ts';
import { deliverSoon } from './deliver.ts';
import { failMessage } from './fail-message.ts';

/** What held messages of a connection back is over, or is different: whatever waits is looked at again. */
export async function wakeOutbox(ctx: Tx, connectionId: number): Promise<void> {
  if (await endWaiting(ctx, { connectionId, now: ctx.now() })) await deliverSoon(ctx, connectionId);
}

/** A person wrote: what waits for that person begins no conversation any more. */
export async function releaseChat(ctx: Tx, connectionId: number, contactId: number): Promise<void> {
  const released = await endHolding(ctx, { connectionId, now: ctx.now() }, contactId);
  for (const id of released) await announceChanged(ctx, id);
  if (released.length > 0) await deliverSoon(ctx, connectionId);
}

/** What was under way when the channel changed may or may not have arrived: the new one cannot tell, so nobody sends it twice. */
export async function settleUnderWay(ctx: Tx, connectionId: number): Promise<void> {
  const underWay = await lockOutbox(ctx, connectionId, 'sending');
  for (const message of underWay) await failMessage(ctx, message, 'unconfirmed');
  if (underWay.length > 0) await deliverSoon(ctx, connectionId);
}

/** What still waits on a connection that is gone will never leave. */
export function failOutbox(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    for (const message of await lockOutbox(ctx, connectionId, 'queued')) await failMessage(ctx, message, 'connection_down');
  });
}
