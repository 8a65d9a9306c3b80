import { readTicket } from '@balcao/contract/ticket-move-rules';
import { ticketRead } from '../../../../../events/tickets.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { moverOf } from '../../access.ts';
import { lockTicket } from '../../store/held.ts';
import { placeOf } from '../../view.ts';
import { changeUnannounced } from '../change.ts';

/** Clears the unread count of a ticket that its agent reads. False when the actor is not, or no longer, its agent. */
export async function markTicketRead(ctx: Tx, ticketId: number): Promise<boolean> {
  const ticket = await lockTicket(ctx, ticketId);
  const patch = readTicket(ticket, moverOf(ctx.actor));
  if (!patch) return false;
  if (ticket.unreadMessages > 0) {
    const row = await changeUnannounced(ctx, ticket, patch);
    await ctx.publish(ticketRead, { ticketId, placed: placeOf(row) });
  }
  return true;
}
