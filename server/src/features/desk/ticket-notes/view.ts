import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { NoteRow } from './store.ts';

/** `link` makes an absolute URL of a file's key. */
export function ticketNoteView(row: NoteRow, link: (key: string, name?: string) => string): TicketNoteView {
  const { media_key: key, media_name: name, media_mime: mime, media_size: size } = row;
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
    pinnedAt: row.pinned_at?.toISOString() ?? null,
    file: key === null ? null : { url: link(key, name ?? undefined), name: name ?? '', mime: mime ?? '', size: size ?? 0 },
    contact: { id: row.contact_id, name: row.contact_name },
    ticket: { id: row.ticket_id, status: row.ticket_status, createdAt: row.ticket_created_at.toISOString() },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
