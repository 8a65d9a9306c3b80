import type { MergeView } from '@balcao/contract/merges';

/** What is shown of that which a split needs. */
export type ShownParts = { contact: { row: Record<string, unknown> }; tickets: { ticketIds: number[]; closed: { id: number }[] } };

/** A merge as it is noted. */
export type NotedMerge = {
  id: number;
  contact_id: number;
  other_id: number;
  for_split: unknown;
  proof: unknown[] | null;
  user_id: number | null;
  user_name: string | null;
  created_at: Date;
  split_at: Date | null;
};

export function mergeView(row: NotedMerge): MergeView {
  const { contact, tickets } = row.for_split as ShownParts;
  return {
    id: row.id,
    contactId: row.contact_id,
    other: { id: row.other_id, name: String(contact.row.name ?? ''), number: String(contact.row.number ?? '') },
    tickets: tickets.ticketIds.length,
    closedTickets: tickets.closed.map(({ id }) => id),
    cause: row.proof === null ? 'person' : 'channel',
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    createdAt: row.created_at.toISOString(),
    splitAt: row.split_at?.toISOString() ?? null,
  };
}
