import type { TicketNoteView } from '@balcao/contract/ticket-notes';

type Later = 'readBy' | 'pinnedAt' | 'file';

/** The note as this page takes it. During an update, a server of a version before may answer: it does not know who has read a note, pins and files. */
export function wholeNote(note: Omit<TicketNoteView, Later> & Partial<Pick<TicketNoteView, Later>>): TicketNoteView {
  return { ...note, readBy: note.readBy ?? [], pinnedAt: note.pinnedAt ?? null, file: note.file ?? null };
}
