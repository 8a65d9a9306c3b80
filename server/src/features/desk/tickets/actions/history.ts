// Tickets of what was written before a number was linked: closed ones, which never had an attendance.
import { ticketChanged } from '../../../../events/tickets.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { viewTicket } from '../reads.ts';
import { startAttendance } from '../store/attendances.ts';
import { type HistoryMessage, saveHistory, unansweredHistory } from '../store/history.ts';
import { atOnce, getTicket, saveTicket } from '../store/tickets.ts';

/** Notes the latest of some imported messages on their ticket. A later message that is noted stays. Tells nobody. */
export function noteHistory(ctx: Tx, ticketId: number, last: HistoryMessage): Promise<void> {
  return saveHistory(ctx, ticketId, last);
}

/**
 * Imported chats whose last word is the customer's, said after `since`, begin to wait: once each, for what has been attended is none of
 * them. Groups do not. At most 50 a call; says whether there may be more.
 */
export function wakeHistory(ctx: Ctx, connectionId: number, since: Date): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const ids = await unansweredHistory(ctx, connectionId, since, atOnce);
    for (const id of ids) {
      const { contact_id: contactId, queue_id: queueId } = await getTicket(ctx, id);
      const placed = { status: 'pending', userId: null, queueId } as const;
      await saveTicket(ctx, id, { ...placed, closedAt: null });
      await startAttendance(ctx, { ...placed, ticketId: id, contactId, connectionId, at: ctx.now() });
      const ticket = viewTicket(ctx, await getTicket(ctx, id));
      const before = { status: 'closed', userId: null, queueId } as const;
      await ctx.publish(ticketChanged, { before, ticket, moved: true, byUserId: null });
    }
    return ids.length === atOnce;
  });
}
