import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { noteKeys } from './keys.ts';
import { wholeNote } from './whole-note.ts';

/** The notes of a ticket, newest first. */
export function useTicketNotes(ticketId: number, contactId: number) {
  return useQuery({
    queryKey: noteKeys.ofTicket(ticketId),
    queryFn: async ({ signal }) => (await api('GET /ticket-notes/list', { query: { ticketId, contactId }, signal })).map(wholeNote),
  });
}

const none: readonly TicketNoteView[] = [];

/** The notes of a conversation, of its earlier tickets too, oldest first. Without an answer there are none to show. */
export function useConversationNotes(ticketId: number, contactId: number): readonly TicketNoteView[] {
  return useQuery(conversationQuery(ticketId, contactId)).data ?? none;
}

/** Loads the notes of a conversation before they are asked for. */
export function prefetchConversationNotes(cache: QueryClient, ticketId: number, contactId: number): void {
  void cache.prefetchQuery(conversationQuery(ticketId, contactId));
}

const conversationQuery = (ticketId: number, contactId: number) =>
  queryOptions({
    queryKey: noteKeys.thread(ticketId, contactId),
    queryFn: async ({ signal }) => (await api('GET /v1/tickets/:ticketId/notes', { params: { ticketId }, signal })).map(wholeNote),
  });
