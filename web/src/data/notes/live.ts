import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import type { News } from '../../platform/socket.ts';
import { noteKeys } from './keys.ts';

export const notesLive: Live = { ticketNote: hearNote };

/** One piece of news about a note. */
export function hearNote(cache: QueryClient, news: News<'ticketNote'>): void {
  if (news.action === 'delete') removeNote(cache, news.ticketId, news.noteId);
  else applyNote(cache, news.ticketNote);
}

/** Puts a note on top of its ticket's; the same one is put there once. */
export function applyNote(cache: QueryClient, note: TicketNoteView): void {
  changeHeld<TicketNoteView[]>(cache, noteKeys.ofTicket(note.ticketId), (notes) =>
    [note, ...notes.filter(({ id }) => id !== note.id)].sort((a, b) => b.id - a.id),
  );
}

/** Removes a note from its ticket. */
export function removeNote(cache: QueryClient, ticketId: number, noteId: number): void {
  changeHeld<TicketNoteView[]>(cache, noteKeys.ofTicket(ticketId), (notes) => notes.filter(({ id }) => id !== noteId));
}
