import type { MergeView } from '@balcao/contract/merges';
import type { MergeRow } from './store.ts';

/** What is shown of that which undoes a merge. */
export type ShownUndo = { contact: { row: Record<string, unknown> }; tickets: { ticketIds: number[]; closed: { id: number }[] } };

export function mergeView(row: MergeRow): MergeView {
  const { contact, tickets } = row.undo as ShownUndo;
  return {
    id: row.id,
    contactId: row.contact_id,
    other: { id: row.other_id, name: String(contact.row.name ?? ''), number: String(contact.row.number ?? '') },
    tickets: tickets.ticketIds.length,
    closedTickets: tickets.closed.map(({ id }) => id),
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    createdAt: row.created_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}
