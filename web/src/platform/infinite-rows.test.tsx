import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useInfiniteRows } from './infinite-rows.ts';

test('asking for more does not break off a refresh of what is loaded', async () => {
  const cache = new QueryClient();
  let stored = [1, 2, 3, 4, 5];
  let held: (() => void)[] | null = null;
  const fetchPage = async (pageNumber: number) => {
    const page = stored.slice(pageNumber * 2 - 2, pageNumber * 2).map((id) => ({ id }));
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    return { page, hasMore: stored.length > pageNumber * 2 };
  };
  const { result } = renderHook(() => useInfiniteRows({ queryKey: ['things'], fetchPage, rowsOf: ({ page }) => page }), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  const ids = () => result.current.rows?.map(({ id }) => id);
  await waitFor(() => expect(ids()).toEqual([1, 2]));
  stored = [1, 3, 4, 5];
  held = [];
  act(() => void cache.invalidateQueries({ queryKey: ['things'] }));
  await waitFor(() => expect(held).toHaveLength(1));
  act(() => result.current.loadMore());
  act(() => {
    for (const go of held ?? []) go();
    held = null;
  });
  await waitFor(() => expect(ids()).toEqual([1, 3]));
  act(() => result.current.loadMore());
  await waitFor(() => expect(ids()).toEqual([1, 3, 4, 5]));
});
