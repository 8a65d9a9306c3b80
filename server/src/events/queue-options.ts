import type { QueueMenu } from '@balcao/contract/queue-options';
import { fact } from '../platform/facts.ts';

/** Options of a menu were added, changed, moved or removed. */
export const queueMenuChanged = fact<{ menu: QueueMenu }>('queueOption.menuChanged');
