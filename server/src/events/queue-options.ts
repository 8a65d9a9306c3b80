import type { QueueMenu } from '@balcao/contract/queue-options';
import { fact } from '../platform/facts.ts';

export const queueMenuChanged = fact<{ menu: QueueMenu }>('queueOption.menuChanged');
