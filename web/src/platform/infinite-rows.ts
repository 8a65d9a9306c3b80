import { type InfiniteData, keepPreviousData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';

export type InfiniteRows<Row> = {
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** The total number, if the server tells it. */
  count: number | undefined;
  /** Those that are counted are the newest of more. */
  newestOnly?: boolean;
  hasMore: boolean;
  /** Loads the next page. Changes identity when there is more to load again. */
  loadMore: () => void;
  /** The rows are those of the key before, until the first page of this one is there. */
  outdated: boolean;
  /** Any page is being fetched. */
  loading: boolean;
  loadingMore: boolean;
  /** Why the next page could not be loaded. It is fetched again only by `retryMore`. */
  moreError: unknown;
  retryMore: () => void;
  /** Why the first page could not be loaded. */
  error: unknown;
  retry: () => void;
};

/**
 * A list that is loaded page by page. The cache holds `{ pages, pageParams }` of the server's answers under `queryKey`.
 * If rows shift between pages, a row on two pages is shown once. If rows were removed, the next page would skip some, so the loaded
 * pages are fetched again first.
 */
export function useInfiniteRows<
  Page extends { hasMore: boolean; count?: number; newestOnly?: boolean | undefined },
  Row extends { id: number | string },
>(list: {
  queryKey: QueryKey;
  fetchPage: (pageNumber: number, signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  /** How many rows the server puts on a page. */
  pageSize: number;
  enabled?: boolean;
  /** While the first page of a new key loads, the rows of the previous key stay. */
  keepPrevious?: boolean;
  /** For how many ms loaded rows count as fresh when they are shown again. */
  staleTime?: number;
}): InfiniteRows<Row> {
  const { rowsOf } = list;
  const query = useInfiniteQuery({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) => list.fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page, _pages, lastNumber: number) => (last.hasMore ? lastNumber + 1 : undefined),
    enabled: list.enabled ?? true,
    ...(list.keepPrevious && { placeholderData: keepPreviousData }),
    ...(list.staleTime !== undefined && { staleTime: list.staleTime }),
  });
  const pages = query.data?.pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rowsOf only picks a field; the pages are what changes.
  const rows = useMemo(() => {
    if (!pages) return undefined;
    const seen = new Set<number | string>();
    return pages.flatMap((page) => rowsOf(page)).filter((row) => !seen.has(row.id) && seen.add(row.id));
  }, [pages]);
  const mayLoad = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const isShort = (rows?.length ?? 0) < (pages?.length ?? 0) * list.pageSize;
  const filled = useRef(false);
  const { fetchNextPage, refetch } = query;
  const loadMore = useCallback(() => {
    if (!mayLoad) return;
    // Only once: the server decides how many there are.
    const fills = isShort && !filled.current;
    filled.current = fills;
    // Do not cancel a refresh that has just started: that would keep the outdated rows.
    void (fills ? refetch : fetchNextPage)({ cancelRefetch: false });
  }, [mayLoad, isShort, fetchNextPage, refetch]);
  return {
    rows,
    count: pages?.at(-1)?.count,
    newestOnly: pages?.at(-1)?.newestOnly ?? false,
    hasMore: query.hasNextPage,
    outdated: query.isPlaceholderData,
    loadMore,
    loading: query.isFetching,
    loadingMore: query.isFetchingNextPage,
    ...restOf(query),
    error: pages ? null : query.error,
    retry: () => void query.refetch(),
  };
}

/** The rows of a list whose pages follow the last row of the one before, so that none can be there twice. */
export function rowsAfter<Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsOf: (page: Page) => readonly Row[],
): Pick<InfiniteRows<Row>, 'rows' | 'error' | 'retry' | 'hasMore' | 'loadingMore' | 'loadMore' | 'moreError' | 'retryMore'> {
  return {
    rows: query.data?.pages.flatMap(rowsOf),
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    ...restOf(query),
  };
}

/** What became of the pages after the first. */
function restOf(
  query: Pick<UseInfiniteQueryResult<unknown>, 'isFetchNextPageError' | 'isFetchingNextPage' | 'error' | 'fetchNextPage'>,
): Pick<InfiniteRows<never>, 'moreError' | 'retryMore'> {
  return {
    moreError: query.isFetchNextPageError && !query.isFetchingNextPage ? query.error : null,
    retryMore: () => void query.fetchNextPage(),
  };
}
