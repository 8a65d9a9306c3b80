import type { MessageView } from '@balcao/contract/messages';
import { mayWrite } from '@balcao/contract/ticket-rules';
import { newId } from '../../../../../platform/chance.ts';
import { type Ctx, type Tx, userIdOf } from '../../../../../platform/context.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import { AppError, must } from '../../../../../platform/errors.ts';
import { holdTicket, lockTickets } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { readableTicket, writableView } from '../../../tickets/reads.ts';
import { viewMessages } from '../../reads.ts';
import { forwardedPart } from '../../rules/forward.ts';
import { findMessages, keepMessages } from '../../store/messages.ts';
import type { MessageWithParts } from '../../view.ts';
import { deliverSoon } from './deliver.ts';
import { queueMessage } from './queue-message.ts';
import { keyedMessages } from './sent-before.ts';

/**
 * Queues copies of messages that the caller may read, in a ticket that they may write in. If the same user repeats an `idempotencyKey`, the
 * same messages are returned and nothing is sent again. ERR_NO_TICKET_FOUND, ERR_NO_MESSAGE_FOUND, ERR_CANNOT_FORWARD, ERR_MEDIA_TYPE, and
 * as `mayWrite`.
 */
export function forwardMessages(
  ctx: Ctx,
  ticketId: number,
  messageIds: readonly number[],
  idempotencyKey: string | null,
): Promise<MessageView[]> {
  const author = userIdOf(ctx.actor);
  const keyStart = `${author ?? 'system'}:${idempotencyKey ?? newId()}`;
  return transaction(ctx, async (ctx) => {
    const wanted = await readable(ctx, messageIds);
    // Tickets before messages, each in one order: two people may forward to each other's tickets at once.
    await lockTickets(ctx, [...new Set([ticketId, ...wanted.map(({ ticket_id }) => ticket_id)])]);
    const ticket = await holdTicket(ctx, ticketId);
    if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
    const before = idempotencyKey === null ? [] : await keyedMessages(ctx, ticketId, keyStart);
    if (before.length > 0) return viewMessages(ctx, before);
    const connection = must(mayWrite(writableView(ticket), ctx.now()));
    await keepMessages(ctx, messageIds);
    const sent: MessageView[] = [];
    for (const message of await readable(ctx, messageIds)) {
      const part = must(forwardedPart(message, connection.channel));
      const own = { client_key: `${keyStart}:${sent.length}`, user_id: author, is_forwarded: true };
      sent.push(await queueMessage(ctx, ticket, connection.id, { ...part, ...own }));
    }
    await deliverSoon(ctx, connection.id);
    return sent;
  });
}

/** In the order in which they were written. ERR_NO_MESSAGE_FOUND, also for one that the caller may not read. */
async function readable(ctx: Tx, ids: readonly number[]): Promise<MessageWithParts[]> {
  const messages = await findMessages(ctx, ids);
  if (messages.length < new Set(ids).size) throw new AppError('ERR_NO_MESSAGE_FOUND');
  for (const ticketId of new Set(messages.map(({ ticket_id }) => ticket_id))) {
    await readableTicket(ctx, ticketId).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('ERR_NO_MESSAGE_FOUND') : error;
    });
  }
  return messages.sort((a, b) => a.sent_at.getTime() - b.sent_at.getTime() || a.id - b.id);
}
