// Tickets of imported messages: closed, and without an attendance.
import { wakeFromHistory } from '@balcao/contract/ticket-move-rules';
import type { Ctx, Tx } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { atOnce } from '../../store/held.ts';
import { type HistoryMessage, saveHistory, unansweredHistory } from '../../store/history.ts';
import { changeTicket } from '../change.ts';

/** Notes the latest of some imported messages on their ticket, unless a later one is noted. Announces nothing. */
export function noteHistory(ctx: Tx, ticketId: number, last: HistoryMessage): Promise<void> {
  return saveHistory(ctx, ticketId, last);
}

/**
 * Tickets whose last message is an imported one from the customer, sent after `since`, begin to wait. Each does so once: a ticket that was
 * attended is left alone, and so are groups. At most 50 a call; resolves with true if there may be more.
 */
export function wakeHistory(ctx: Ctx, connectionId: number, since: Date): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const tickets = await unansweredHistory(ctx, connectionId, since, atOnce);
    for (const ticket of tickets) await changeTicket(ctx, ticket, wakeFromHistory(ticket));
    return tickets.length === atOnce;
  });
}
