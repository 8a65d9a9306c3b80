import { pageSize } from '@balcao/contract/page-rules';
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { quickMessageKeys } from './keys.ts';

/** The quick messages page by page. */
export function useQuickMessages(searchParam: string): InfiniteRows<QuickMessageView> {
  return useInfiniteRows({
    queryKey: quickMessageKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /quick-messages', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** The quick messages the person may insert while writing. */
export function useQuickMessageChoices() {
  return useQuery({ queryKey: quickMessageKeys.choices, queryFn: ({ signal }) => api('GET /quick-messages/list', { signal }) });
}

/** A quick message that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedQuickMessage(record: QuickMessageView | null) {
  const quickMessageId = record?.id ?? 0;
  return useQuery({
    queryKey: quickMessageKeys.one(quickMessageId),
    queryFn: ({ signal }) => readQuickMessage(quickMessageId, signal),
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** One quick message, asked for anew. */
export function readQuickMessage(quickMessageId: number, signal?: AbortSignal): Promise<QuickMessageView> {
  return api('GET /quick-messages/:quickMessageId', { params: { quickMessageId }, ...(signal && { signal }) });
}
