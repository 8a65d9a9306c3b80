import { mediasMax } from '@balcao/contract/message-rules';
import type { Reader, Tx } from '../../../../../platform/context.ts';
import { invalid } from '../../../../../platform/errors.ts';
import { messagesByClientKeys } from '../../store/messages.ts';

/** The most messages of one request: each file, and before it a caption that it cannot carry. */
const partsMax = 2 * mediasMax;

/** The messages that a request with this key queued before, in order. Refuses a key that was used in another ticket. */
export async function keyedMessages(ctx: Reader | Tx, ticketId: number, keyStart: string): Promise<number[]> {
  const keys = Array.from({ length: partsMax }, (_, index) => `${keyStart}:${index}`);
  const found = await messagesByClientKeys(ctx, keys);
  if (found.some((message) => message.ticket_id !== ticketId)) throw invalid('headers.idempotency-key', 'used');
  return found.map(({ id }) => id);
}
