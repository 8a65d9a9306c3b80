import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyNote, removeNote } from '../../../data/notes/live.ts';
import { api, upload } from '../../../platform/api.ts';

type NewNote = { note: string; ticketId: number; contactId: number; mentions?: number[]; file?: File | null };

/** Adds a note to a ticket, with a file or without. */
export function useAddNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ file = null, ...note }: NewNote) => {
      if (file === null) return api('POST /ticket-notes', { body: note });
      const body = new FormData();
      for (const [field, value] of Object.entries(note)) body.append(field, typeof value === 'string' ? value : JSON.stringify(value));
      body.append('file', file);
      return upload('POST /ticket-notes', { body });
    },
    onSuccess: (note) => applyNote(cache, note),
  });
}

/** Puts a note above its conversation, or takes it from there. */
export function usePinNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) =>
      api('PUT /v1/ticket-notes/:noteId/pin', { params: { noteId: id }, body: { on } }),
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
