import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { NoteRow } from './store.ts';

export function ticketNoteView(row: NoteRow): TicketNoteView {
  return {
    id: row.id,
    note: row.note,
    kind: row.kind,
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    userId: row.user_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    mentions: row.called,
    readBy: row.readers,
    contact: { id: row.contact_id, name: row.contact_name },
    ticket: { id: row.ticket_id, status: row.ticket_status, createdAt: row.ticket_created_at.toISOString() },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
