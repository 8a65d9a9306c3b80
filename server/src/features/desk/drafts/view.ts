import type { DraftView } from '@balcao/contract/drafts';
import type { DraftRow } from './store.ts';

export function draftView({ ticketId, kind, text, at }: DraftRow): DraftView {
  return { ticketId, kind, text, at: at.toISOString() };
}
