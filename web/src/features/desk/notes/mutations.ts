import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyNote, removeNote } from '../../../data/notes/live.ts';
import { api } from '../../../platform/api.ts';

/** Adds a note to a ticket. */
export function useAddNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { note: string; ticketId: number; contactId: number; mentions?: number[] }) => api('POST /ticket-notes', { body }),
    onSuccess: (note) => applyNote(cache, note),
  });
}

/** Removes a note from its ticket. */
export function useDeleteNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<TicketNoteView, 'id' | 'ticketId'>) => api('DELETE /ticket-notes/:noteId', { params: { noteId: id } }),
    onSuccess: (_, { id, ticketId }) => removeNote(cache, ticketId, id),
  });
}
