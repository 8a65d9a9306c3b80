import { ticketDeleted } from '../../../../events/tickets.ts';
import type { Ctx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { removeFilesOf } from '../../../company/system/actions.ts';
import { lockTicket } from '../store/held.ts';
import { removeTicket } from '../store/save.ts';

/** Removes a ticket with its messages and the files that nothing else shows. ERR_NO_TICKET_FOUND. */
export function deleteTicket(ctx: Ctx, ticketId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { status, userId, queueId } = await lockTicket(ctx, ticketId);
    await removeFilesOf(ctx, 'messages', { ticket_id: ticketId });
    await removeFilesOf(ctx, 'ticket_notes', { ticket_id: ticketId });
    await removeTicket(ctx, ticketId);
    await ctx.publish(ticketDeleted, { ticketId, placed: { status, userId, queueId } });
  });
}
