import { readTicket } from '@balcao/contract/ticket-move-rules';
import { ticketRead } from '../../../../../events/tickets.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { moverOf } from '../../access.ts';
import { lockTicket } from '../../store/held.ts';
import { saveRead } from '../../store/save.ts';
import { placeOf } from '../../view.ts';
import { changeUnannounced } from '../change.ts';

/** A ticket's agent has read it. Returns up to which position it was read before; null when the actor is not, or no longer, its agent. */
export async function markTicketRead(ctx: Tx, ticketId: number): Promise<number | null> {
  const ticket = await lockTicket(ctx, ticketId);
  const patch = readTicket(ticket, moverOf(ctx.actor));
  if (!patch) return null;
  await saveRead(ctx, ticketId);
  if (ticket.unreadMessages > 0) {
    const row = await changeUnannounced(ctx, ticket, patch);
    await ctx.publish(ticketRead, { ticketId, placed: placeOf(row) });
  }
  return ticket.readUpTo;
}
