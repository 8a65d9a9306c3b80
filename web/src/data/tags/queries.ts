import { pageSize } from '@balcao/contract/page-rules';
import type { CountedTag, TagView } from '@balcao/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { tagKeys } from './keys.ts';

/** The tags page by page, with the number of their tickets. That number is not in the news, so they are fetched whenever they are shown. */
export function useTags(searchParam: string): InfiniteRows<CountedTag> {
  return useInfiniteRows({
    queryKey: tagKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /tags', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.tags,
    pageSize: pageSize.rest,
    staleTime: 0,
  });
}

/** All tags by name, to choose from. */
export function useTagChoices(enabled = true) {
  return useQuery({ queryKey: tagKeys.choices, queryFn: ({ signal }) => api('GET /tags/list', { signal }), enabled });
}

/** The tags that are lanes of the kanban board, oldest first. */
export function useLaneTags() {
  return useQuery({ queryKey: tagKeys.lanes, queryFn: async ({ signal }) => (await api('GET /tags/kanban', { signal })).lista });
}

/** A tag that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedTag(tag: TagView | null) {
  const tagId = tag?.id ?? 0;
  return useQuery({
    queryKey: tagKeys.one(tagId),
    queryFn: ({ signal }) => api('GET /tags/:tagId', { params: { tagId }, signal }),
    enabled: tag !== null,
    ...(tag && { initialData: tag }),
    staleTime: 0,
    gcTime: 0,
  });
}
