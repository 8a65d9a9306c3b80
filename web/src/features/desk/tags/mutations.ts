import type { TicketView } from '@balcao/contract/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyTag, removeTag } from '../../../data/tags/live.ts';
import { api } from '../../../platform/api.ts';
import { type TagValues, tagBody, tagColorOf } from './tag-form.ts';

/** Adds a tag (`tagId` null) or changes one. */
export function useSaveTag() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ tagId, values, mayKanban }: { tagId: number | null; values: TagValues; mayKanban: boolean }) => {
      const body = tagBody(values, mayKanban);
      return tagId === null ? api('POST /tags', { body }) : api('PUT /tags/:tagId', { params: { tagId }, body });
    },
    onSuccess: (tag) => applyTag(cache, tag),
  });
}

/** Removes a tag; the tickets that carry it lose it. */
export function useDeleteTag() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tagId: number) => api('DELETE /tags/:tagId', { params: { tagId } }),
    onSuccess: (_, tagId) => removeTag(cache, tagId),
  });
}

/** Sets the tags of a ticket, one call after another. A string is the name of a tag that is created first. */
export function useSyncTags(ticketId: number) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `tags-of-${ticketId}` },
    mutationFn: async (tags: readonly (number | string)[]): Promise<TicketView> => {
      const ids: number[] = [];
      for (const tag of tags) {
        if (typeof tag === 'number') ids.push(tag);
        else {
          const made = await api('POST /tags', { body: { name: tag, color: tagColorOf(tag) } });
          applyTag(cache, made);
          ids.push(made.id);
        }
      }
      return api('POST /tags/sync', { body: { ticketId, tags: ids } });
    },
  });
}
