import type { QueueView } from '@balcao/contract/queues';
import { fact } from '../platform/facts.ts';

/** A queue was added or changed. */
export const queueChanged = fact<{ queue: QueueView }>('queue.changed');
/** It was removed; its row stays for history. */
export const queueDeleted = fact<{ queueId: number }>('queue.deleted');
