import type { QueueView } from '@balcao/contract/queues';
import { plainText } from '../../../../platform/plain-text.ts';

/** The queues whose name contains the text, ignoring accents. */
export function queuesFound(queues: readonly QueueView[], text: string): QueueView[] {
  return queues.filter(({ name }) => plainText(name).includes(plainText(text.trim())));
}
