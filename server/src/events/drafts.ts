import type { DraftView } from '@balcao/contract/drafts';
import { fact } from '../platform/facts.ts';

/** A person wrote on in a conversation, or sent or deleted what they had written. */
export const draftSaved = fact<{ userId: number; draft: DraftView }>('draft.saved');
