import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';

export type InfiniteRows<Row> = {
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined;
  /** How many there are in all, where the server tells. */
  count: number | undefined;
  hasMore: boolean;
  /** Another function once there is more to load again. */
  loadMore: () => void;
  /** Something is on its way, the first page or a later one. */
  loading: boolean;
  loadingMore: boolean;
  /** Why the next page could not be loaded. It is not asked for again until somebody wants it: `retryMore`. */
  moreError: unknown;
  retryMore: () => void;
  /** Why the first page could not be loaded. */
  error: unknown;
  retry: () => void;
};

/**
 * A list that is loaded page by page. The cache holds `{ pages, pageParams }` of the server's answers under `queryKey`.
 * A row that slid onto the next page meanwhile is shown once. Where rows went, the next page would begin too far down, so what is
 * loaded is asked for again before it.
 */
export function useInfiniteRows<Page extends { hasMore: boolean; count?: number }, Row extends { id: number | string }>(list: {
  queryKey: QueryKey;
  fetchPage: (pageNumber: number, signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  /** How many rows the server puts on a page. */
  pageSize: number;
  enabled?: boolean;
  /** While the first page of a new key is on its way, the rows of the key before stay. */
  keepPrevious?: boolean;
  /** For how many ms the loaded rows need not be asked for again when they are next shown. */
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
    // Once: it is the server that says how many there are.
    const fills = isShort && !filled.current;
    filled.current = fills;
    // Not to break off a refresh that has just begun, and keep what it is to replace.
    void (fills ? refetch : fetchNextPage)({ cancelRefetch: false });
  }, [mayLoad, isShort, fetchNextPage, refetch]);
  return {
    rows,
    count: pages?.at(-1)?.count,
    hasMore: query.hasNextPage,
    loadMore,
    loading: query.isFetching,
    loadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError && !query.isFetchingNextPage ? query.error : null,
    retryMore: () => void fetchNextPage(),
    error: pages ? null : query.error,
    retry: () => void query.refetch(),
  };
}
