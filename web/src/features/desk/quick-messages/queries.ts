import { pageSize } from '@balcao/contract/common';
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../platform/api.ts';
import { useNow } from '../../../platform/clock.ts';
import { type InfiniteRows, useInfiniteRows } from '../../../platform/infinite-rows.ts';
import { suggestionOf } from './suggested.ts';

export const quickMessageKeys = {
  pages: ['quick-messages', 'page'] as const,
  page: (searchParam: string) => [...quickMessageKeys.pages, searchParam] as const,
  one: (quickMessageId: number) => ['quick-messages', 'one', quickMessageId] as const,
  choices: ['quick-messages', 'choices'] as const,
};

/** The quick messages page by page. */
export function useQuickMessages(searchParam: string): InfiniteRows<QuickMessageView> {
  return useInfiniteRows({
    queryKey: quickMessageKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /quick-messages', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** What the person may insert while writing to a contact, filled in for now. */
export function useSuggestedMessages(contactName: string, protocol: string, timeZone: string) {
  const { data } = useQuery({ queryKey: quickMessageKeys.choices, queryFn: ({ signal }) => api('GET /quick-messages/list', { signal }) });
  const now = useNow();
  return useMemo(
    () => (data ?? []).map((record) => suggestionOf(record, { contactName, protocol, at: new Date(now), timeZone })),
    [data, contactName, protocol, now, timeZone],
  );
}

/** A quick message that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedQuickMessage(record: QuickMessageView | null) {
  const quickMessageId = record?.id ?? 0;
  return useQuery({
    queryKey: quickMessageKeys.one(quickMessageId),
    queryFn: ({ signal }) => api('GET /quick-messages/:quickMessageId', { params: { quickMessageId }, signal }),
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}
