import type { Tx } from '../../../../../platform/context.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { lockTickets } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { type HeldMessage, lockMessage, ticketOf } from '../../store/messages.ts';

/**
 * Locks a message that is going to change, and before it its ticket, which shows the last message. Whoever needs several locks takes them in
 * this order: chat, ticket, message, its place in the outbox. Throws ERR_NO_MESSAGE_FOUND.
 */
export async function holdMessage(ctx: Tx, messageId: number): Promise<HeldMessage> {
  for (;;) {
    const ticketId = await ticketOf(ctx, messageId);
    await lockTickets(ctx, [ticketId]);
    const message = await lockMessage(ctx, messageId);
    if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND');
    // A placeholder that becomes readable may move to a newer ticket.
    if (message.ticket_id === ticketId) return message;
  }
}
