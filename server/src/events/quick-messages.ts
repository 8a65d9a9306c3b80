import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { fact } from '../platform/facts.ts';

export const quickMessageCreated = fact<{ record: QuickMessageView }>('quickMessage.created');
/** `wasShared`: until now the whole company could use it. */
export const quickMessageChanged = fact<{ record: QuickMessageView; wasShared: boolean }>('quickMessage.changed');
export const quickMessageDeleted = fact<{ id: number; userId: number; shared: boolean }>('quickMessage.deleted');
