import type { TicketListView } from '@balcao/contract/ticket-views';
import type { TicketViewRow } from './store.ts';

export function ticketListView(row: TicketViewRow): TicketListView {
  return {
    id: row.id,
    name: row.name,
    shared: row.shared,
    place: row.place,
    filter: row.filter as TicketListView['filter'],
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
