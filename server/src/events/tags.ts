import type { CountedTag } from '@balcao/contract/tags';
import { fact } from '../platform/facts.ts';

export const tagCreated = fact<{ tag: CountedTag }>('tag.created');
export const tagChanged = fact<{ tag: CountedTag }>('tag.changed');
/** Removed, also from its tickets. */
export const tagDeleted = fact<{ tagId: number }>('tag.deleted');
