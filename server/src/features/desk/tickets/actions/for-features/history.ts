// Tickets of what was written before a number was linked: closed ones, which never had an attendance.
import { wakeFromHistory } from '@balcao/contract/ticket-move-rules';
import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { atOnce } from '../../store/held.ts';
import { type HistoryMessage, saveHistory, unansweredHistory } from '../../store/history.ts';
import { changeTicket } from '../change.ts';

/** Notes the latest of some imported messages on their ticket. A later message that is noted stays. Tells nobody. */
export function noteHistory(ctx: Tx, ticketId: number, last: HistoryMessage): Promise<void> {
  return saveHistory(ctx, ticketId, last);
}

/**
 * Imported chats whose last word is the customer's, said after `since`, begin to wait: once each, because a chat that was attended once is
 * left alone. Groups do not wait. At most 50 a call; says whether there may be more.
 */
export function wakeHistory(ctx: Ctx, connectionId: number, since: Date): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const tickets = await unansweredHistory(ctx, connectionId, since, atOnce);
    for (const ticket of tickets) await changeTicket(ctx, ticket, wakeFromHistory(ticket));
    return tickets.length === atOnce;
  });
}
