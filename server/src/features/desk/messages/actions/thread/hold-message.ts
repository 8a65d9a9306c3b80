import type { Tx } from '../../../../../platform/context.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { type HeldMessage, holdRow } from '../../store/messages.ts';

/**
 * Locks a message that is going to change, and before it its ticket, which shows the last message. Whoever needs several locks takes them in
 * this order: chat, ticket, message, its place in the outbox. Throws ERR_NO_MESSAGE_FOUND.
 */
export async function holdMessage(ctx: Tx, messageId: number): Promise<HeldMessage> {
  const message = await holdRow(ctx, messageId);
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return message;
}
