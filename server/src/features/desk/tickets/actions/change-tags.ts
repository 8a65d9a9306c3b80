import type { TicketView } from '@balcao/contract/tickets';
import { ticketChanged } from '../../../../events/tickets.ts';
import type { Tx } from '../../../../platform/context.ts';
import { mustSee, viewTicket } from '../reads.ts';
import { getTicket, lockTicket, saveTicket } from '../store/tickets.ts';

/** Runs `change` on the tags of a ticket the caller may see, then shows them in the lists. ERR_NO_TICKET_FOUND. */
export async function changeTagsOf(ctx: Tx, ticketId: number, change: (ctx: Tx) => Promise<void>): Promise<TicketView> {
  const before = await lockTicket(ctx, ticketId);
  mustSee(ctx.actor, before);
  await change(ctx);
  await saveTicket(ctx, ticketId, {});
  const ticket = viewTicket(ctx, await getTicket(ctx, ticketId));
  await ctx.publish(ticketChanged, {
    before: { status: before.status, userId: before.user_id, queueId: before.queue_id },
    ticket,
    moved: false,
    byUserId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
  });
  return ticket;
}
