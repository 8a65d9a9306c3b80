import { ticketTold } from '../../../../events/tickets.ts';
import type { Tx } from '../../../../platform/context.ts';
import type { HeldTicket } from '../store/held.ts';
import { insertMove, type NewMove } from '../store/moves.ts';

/** Tells something in the conversation of a locked ticket that did not move. */
export async function tell(ctx: Tx, ticket: HeldTicket, told: Pick<NewMove, 'kind' | 'byUserId' | 'reason' | 'detail'>): Promise<void> {
  const { id: ticketId, status, userId, queueId } = ticket;
  const placed = { status, userId, queueId };
  await insertMove(ctx, { ...told, ticketId, placed, at: ctx.now() });
  await ctx.publish(ticketTold, { ticketId, placed });
}
