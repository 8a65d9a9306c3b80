import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { noteKeys } from './keys.ts';
import { wholeNote } from './whole-note.ts';

export const notesLive: Live = { ticketNote: hearNote };

/** One piece of news about a note. */
export function hearNote(cache: QueryClient, news: News<'ticketNote'>): void {
  if (news.action === 'delete') removeNote(cache, news.ticketId, news.noteId);
  else applyNote(cache, news.ticketNote);
}

/** Puts a note on top of its ticket's; the same one is put there once. A copy from before somebody read or pinned it changes nothing. */
export function applyNote(cache: QueryClient, told: TicketNoteView): void {
  const note = wholeNote(told);
  const withNote = (notes: TicketNoteView[]) => {
    const held = notes.find(({ id }) => id === note.id);
    const isOlder = held && (held.readBy.length > note.readBy.length || held.updatedAt > note.updatedAt);
    const latest = isOlder ? held : note;
    return [...notes.filter(({ id }) => id !== note.id), latest];
  };
  changeHeld<TicketNoteView[]>(cache, noteKeys.ofTicket(note.ticketId), (notes) => withNote(notes).sort((a, b) => b.id - a.id));
  changeHeld<TicketNoteView[]>(cache, noteKeys.threads, (notes, [, ticketId, contactId]) => {
    const here = ticketId === note.ticketId || notes.some((other) => other.ticketId === note.ticketId);
    if (here) return withNote(notes).sort((a, b) => a.id - b.id);
    // Of another ticket of the contact: it may belong to this conversation.
    if (contactId === note.contactId) refreshSoon(cache, noteKeys.thread(Number(ticketId), note.contactId));
    return notes;
  });
}

/** Removes a note from its ticket. */
export function removeNote(cache: QueryClient, ticketId: number, noteId: number): void {
  changeHeld<TicketNoteView[]>(cache, noteKeys.ofTicket(ticketId), (notes) => notes.filter(({ id }) => id !== noteId));
  changeHeld<TicketNoteView[]>(cache, noteKeys.threads, (notes) =>
    notes.some(({ id }) => id === noteId) ? notes.filter(({ id }) => id !== noteId) : notes,
  );
}
