import { mediasMax } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import type { Reader, Tx } from '../../../../../platform/context.ts';
import { invalid } from '../../../../../platform/errors.ts';
import { viewMessages } from '../../reads.ts';
import { messagesByClientKeys } from '../../store/messages.ts';

/** The most messages of one request: each file, and before it a caption that it cannot carry. */
const partsMax = 2 * mediasMax;

/** The messages that a request with this key queued before, in order. Refuses a key that was used in another ticket. */
export async function keyedMessages(ctx: Reader | Tx, ticketId: number, keyStart: string): Promise<number[]> {
  const found = await messagesByClientKeys(ctx, keysOf(keyStart));
  if (found.some((message) => message.ticket_id !== ticketId)) throw invalid('headers.idempotency-key', 'used');
  return found.map(({ id }) => id);
}

/** The same in whatever ticket they are, as clients see them; none if the key is new. */
export async function messagesSentWith(ctx: Reader | Tx, keyStart: string): Promise<MessageView[]> {
  const found = await messagesByClientKeys(ctx, keysOf(keyStart));
  return viewMessages(
    ctx,
    found.map(({ id }) => id),
  );
}

function keysOf(keyStart: string): string[] {
  return Array.from({ length: partsMax }, (_, index) => `${keyStart}:${index}`);
}
