import type { TicketView } from '@balcao/contract/tickets';
import type { Tx } from '../../../../../platform/context.ts';
import { mustSee } from '../../reads.ts';
import { lockTicket } from '../../store/held.ts';
import { changeTicket } from '../change.ts';

/** Runs `change` on the tags of a ticket the actor may see, then announces the ticket. ERR_NO_TICKET_FOUND. */
export async function changeTagsOf(ctx: Tx, ticketId: number, change: (ctx: Tx) => Promise<void>): Promise<TicketView> {
  const ticket = await lockTicket(ctx, ticketId);
  mustSee(ctx.actor, ticket);
  await change(ctx);
  return changeTicket(ctx, ticket, {});
}
