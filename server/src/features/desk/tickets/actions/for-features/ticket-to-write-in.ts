import { openTicket } from '@balcao/contract/ticket-move-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { must } from '../../../../../platform/errors.ts';
import { findActiveTicket } from '../../store/find.ts';
import { addTicket, announceTicket } from '../change.ts';
import { checkPlace } from '../check-place.ts';

/**
 * The active ticket of a chat, or a new one that waits, in this queue. For what is written to a contact and wants an answer from people. The
 * caller holds the chat. ERR_NO_QUEUE_FOUND.
 */
export async function ticketToWriteIn(
  ctx: Tx,
  { contactId, connectionId, queueId }: { contactId: number; connectionId: number; queueId: number | null },
): Promise<number> {
  const active = await findActiveTicket(ctx, contactId, connectionId);
  if (active) return active.id;
  const ticket = must(openTicket({ queueId, connectionId }, null, ctx.now()));
  await checkPlace(ctx, ticket);
  const row = await addTicket(ctx, { ...ticket, contactId });
  await announceTicket(ctx, null, row);
  return row.id;
}
