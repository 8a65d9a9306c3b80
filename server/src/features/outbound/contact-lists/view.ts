import { mayBeWrittenTo } from '@balcao/contract/contact-list-rules';
import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists';
import type { CountedRow, ItemRow } from './store/lists.ts';

export function contactListView(row: CountedRow): ContactListView {
  return {
    id: row.id,
    name: row.name,
    companyId: row.company_id,
    contactsCount: row.contacts,
    validCount: row.valid,
    uncheckedCount: row.unchecked,
    filter: row.filter,
    inStep: row.in_step,
    syncing: row.sync_after !== null,
    syncedAt: row.synced_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** `out`: the numbers of those who asked not to be written to. */
export function contactListItemView(row: ItemRow, out: ReadonlySet<string>): ContactListItemView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    isWhatsappValid: mayBeWrittenTo(row.validity),
    validity: row.validity,
    optedOut: out.has(row.number),
    companyId: row.company_id,
    contactListId: row.list_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
