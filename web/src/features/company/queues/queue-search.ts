import type { QueueView } from '@balcao/contract/queues';
import { plainText } from '../../../platform/plain-text.ts';

/** The queues whose name holds the text, accents or not. */
export function queuesFound(queues: readonly QueueView[], text: string): QueueView[] {
  return queues.filter(({ name }) => plainText(name).includes(plainText(text)));
}
