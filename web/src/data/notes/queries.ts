import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { noteKeys } from './keys.ts';

/** The notes of a ticket, newest first. */
export function useTicketNotes(ticketId: number, contactId: number) {
  return useQuery({
    queryKey: noteKeys.ofTicket(ticketId),
    queryFn: ({ signal }) => api('GET /ticket-notes/list', { query: { ticketId, contactId }, signal }),
  });
}
