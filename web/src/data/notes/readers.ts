import type { TicketNoteView } from '@balcao/contract/ticket-notes';

/** The note as this page takes it. During an update, a server of the version before may answer: it does not say who has read a note. */
export function withReaders(note: Omit<TicketNoteView, 'readBy'> & Partial<Pick<TicketNoteView, 'readBy'>>): TicketNoteView {
  return { ...note, readBy: note.readBy ?? [] };
}
