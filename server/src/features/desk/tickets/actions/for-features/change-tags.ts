import type { TicketMove, TicketView } from '@balcao/contract/tickets';
import { type Tx, userIdOf } from '../../../../../platform/context.ts';
import { mustSee } from '../../reads.ts';
import { lockTicket } from '../../store/held.ts';
import { changeTicket } from '../change.ts';
import { tell } from '../tell.ts';

export type ChangedTags = NonNullable<TicketMove['tags']>;

/**
 * Runs `change` on the tags of a ticket the actor may see, tells in the conversation what it answers, and announces the ticket.
 * ERR_NO_TICKET_FOUND.
 */
export async function changeTagsOf(ctx: Tx, ticketId: number, change: (ctx: Tx) => Promise<ChangedTags>): Promise<TicketView> {
  const ticket = await lockTicket(ctx, ticketId);
  mustSee(ctx.actor, ticket);
  const tags = await change(ctx);
  if (tags.added.length + tags.removed.length > 0)
    await tell(ctx, ticket, { kind: 'tagged', byUserId: userIdOf(ctx.actor), detail: { tags } });
  return changeTicket(ctx, ticket, {});
}
