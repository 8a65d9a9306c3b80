import type { PaymentView } from '@balcao/contract/billing';
import type { MailView } from '@balcao/contract/mails';
import type { AuditView } from '@balcao/contract/operations';
import { type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, fetchFile } from '../../platform/api.ts';
import type { InfiniteRows } from '../../platform/infinite-rows.ts';
import { type AuditSearch, type MailState, operationsKeys } from './keys.ts';

const lookAgainMs = 10_000;

/** How the installation is doing, asked again while the page is shown. */
export function useHealth() {
  return useQuery({
    queryKey: operationsKeys.health,
    queryFn: ({ signal }) => api('GET /v1/operations/health', { signal }),
    refetchInterval: lookAgainMs,
    staleTime: 0,
  });
}

/** The audit log, newest first. */
export function useAudit(search: AuditSearch): InfiniteRows<AuditView> {
  return useRowsBefore({
    queryKey: operationsKeys.audit(search),
    fetchPage: (before, signal) => api('GET /v1/operations/audit', { query: { ...search, ...(before && { before }) }, signal }),
    rowsOf: (page) => page.entries,
  });
}

/** The same as a file. */
export function readAuditFile(search: AuditSearch): Promise<Blob> {
  return fetchFile('GET /v1/operations/audit.csv', { query: search });
}

/** What was paid, newest first; `odd`: what bought nothing and nobody has seen to. `provider`: who takes payments, undefined while unknown. */
export function usePayments(odd: boolean): { list: InfiniteRows<PaymentView>; provider: string | null | undefined } {
  const cache = useQueryClient();
  const queryKey = operationsKeys.paymentPages(odd);
  const list = useRowsBefore({
    queryKey,
    fetchPage: (before, signal) => api('GET /v1/payments', { query: { odd, ...(before && { before }) }, signal }),
    rowsOf: (page) => page.payments,
  });
  const known = cache.getQueryData<{ pages: { provider: string | null }[] }>(queryKey);
  return { list, provider: known?.pages[0]?.provider };
}

/** What was mailed, newest first. */
export function useMails(state: MailState | null): InfiniteRows<MailView> {
  return useRowsBefore({
    queryKey: operationsKeys.mailPages(state),
    fetchPage: (before, signal) => api('GET /v1/mails', { query: { ...(state && { state }), ...(before && { before }) }, signal }),
    rowsOf: (page) => page.mails,
  });
}

/** The text of one mail. */
export function readMail(mailId: number) {
  return api('GET /v1/mails/:mailId', { params: { mailId } });
}

/** A list whose pages go on before the last row. */
function useRowsBefore<Page extends { hasMore: boolean }, Row extends { id: number }>(list: {
  queryKey: QueryKey;
  fetchPage: (before: number | null, signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
}): InfiniteRows<Row> {
  const query = useInfiniteQuery({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) => list.fetchPage(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last: Page) => (last.hasMore ? (list.rowsOf(last).at(-1)?.id ?? undefined) : undefined),
    staleTime: 0,
  });
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  return {
    rows: query.data?.pages.flatMap((page) => list.rowsOf(page)),
    count: undefined,
    hasMore: hasNextPage,
    outdated: false,
    loadMore: () => void (hasNextPage && !isFetching && !isFetchNextPageError && query.fetchNextPage()),
    loading: isFetching,
    loadingMore: isFetchingNextPage,
    moreError: isFetchNextPageError ? query.error : null,
    retryMore: () => void query.fetchNextPage(),
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
  };
}
