import type { HelpView } from '@balcao/contract/helps';
import { platformFact } from '../platform/facts.ts';

export const helpCreated = platformFact<{ record: HelpView }>('help.created');
export const helpChanged = platformFact<{ record: HelpView }>('help.changed');
export const helpDeleted = platformFact<{ id: number }>('help.deleted');
