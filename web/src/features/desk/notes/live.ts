import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import type { News } from '../../../platform/socket.ts';
import { noteKeys } from './queries.ts';

/** Brings the news about notes into the cache while the component is shown. */
export function useLiveNotes(): void {
  useLiveCache('ticketNote', hearNote);
}

/** One piece of news about a note. */
export function hearNote(cache: QueryClient, news: News<'ticketNote'>): void {
  if (news.action === 'delete') removeNote(cache, news.ticketId, news.noteId);
  else applyNote(cache, news.ticketNote);
}

/** Puts a note on top of its ticket's; the same one is put there once. */
export function applyNote(cache: QueryClient, note: TicketNoteView): void {
  cache.setQueryData<TicketNoteView[]>(noteKeys.ofTicket(note.ticketId), (notes) => {
    if (!notes) return notes;
    return [note, ...notes.filter(({ id }) => id !== note.id)].sort((a, b) => b.id - a.id);
  });
}

/** Takes a note off its ticket. */
export function removeNote(cache: QueryClient, ticketId: number, noteId: number): void {
  cache.setQueryData<TicketNoteView[]>(noteKeys.ofTicket(ticketId), (notes) => notes?.filter(({ id }) => id !== noteId));
}
