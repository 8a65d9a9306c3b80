import type { AutomationView } from '@balcao/contract/automations';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { rowsAfter } from '../../platform/infinite-rows.ts';
import { automationKeys } from './keys.ts';

/** The automations of the company, in their order. */
export function useAutomations() {
  return useQuery({ queryKey: automationKeys.list, queryFn: ({ signal }) => api('GET /v1/automations', { signal }) });
}

/** An automation that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedAutomation(record: AutomationView | null) {
  const automationId = record?.id ?? 0;
  return useQuery({
    queryKey: automationKeys.one(automationId),
    queryFn: ({ signal }) => api('GET /v1/automations/:automationId', { params: { automationId }, signal }),
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What automations did, newest first; null: all of them. */
export function useFirings(automationId: number | null) {
  const query = useInfiniteQuery({
    queryKey: automationKeys.log(automationId),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/automation-firings', {
        query: { ...(automationId === null ? {} : { automationId }), ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ firings, hasMore }) => (hasMore ? firings.at(-1)?.id : undefined),
    staleTime: 0,
    gcTime: 0,
  });
  return rowsAfter(query, ({ firings }) => firings);
}
