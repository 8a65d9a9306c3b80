import type { DraftKind } from '@balcao/contract/draft-rules';
import { ownKey } from '../../platform/storage.ts';

/** The storage key of a draft. */
export function draftKey(ticketId: number, kind: DraftKind = 'message'): string {
  return ownKey(`${kind === 'message' ? 'draft' : 'noteDraft'}:${ticketId}`);
}
