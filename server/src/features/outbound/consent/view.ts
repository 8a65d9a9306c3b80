import type { ConsentView } from '@balcao/contract/consent';
import type { ConsentRow } from './store.ts';

export function consentView(row: ConsentRow): ConsentView {
  return {
    id: row.id,
    contactId: row.contact_id,
    name: row.name,
    number: row.number,
    state: row.state,
    words: row.words,
    source: row.source,
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
  };
}
