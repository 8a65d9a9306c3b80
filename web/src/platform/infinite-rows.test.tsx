import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useInfiniteRows } from './infinite-rows.ts';
import { type RowLists, removeRow } from './live-rows.ts';

type Row = { id: number; name: string; updatedAt: string };
const lists: RowLists<Row> = { queryKey: ['things'], field: 'things', staysPlaced: () => true };
const size = 20;

let server: Row[];
let cache: QueryClient;
/** Answers wait for it. */
let released: Promise<void>;

beforeEach(() => {
  server = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, name: `Coisa ${at + 1}`, updatedAt: '' }));
  cache = new QueryClient();
  released = Promise.resolve();
});

/** A list of twenty a page, as the server cuts it. */
function openList() {
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const fetchPage = async (page: number) => {
    const things = server.slice((page - 1) * size, page * size);
    const answer = { things, count: server.length, hasMore: server.length > page * size };
    await released;
    return answer;
  };
  return renderHook(
    () => useInfiniteRows({ queryKey: ['things', ''], fetchPage, rowsOf: (page: { things: Row[] }) => page.things, pageSize: size }),
    { wrapper },
  ).result;
}
const remove = (id: number) => {
  server = server.filter((row) => row.id !== id);
  removeRow(cache, lists, id);
};
type List = ReturnType<typeof openList>;
const ids = (list: List) => list.current.rows?.map(({ id }) => id);
const serverIds = () => server.map(({ id }) => id);

/** Scrolls down until there is nothing more. */
async function readOn(list: List) {
  while (list.current.hasMore) {
    const before = list.current.rows?.length ?? 0;
    act(() => list.current.loadMore());
    await waitFor(() => expect(list.current.loadingMore).toBe(false));
    await waitFor(() => expect((list.current.rows?.length ?? 0) > before || !list.current.hasMore).toBe(true));
  }
}

test('no row is skipped when one before it was removed', async () => {
  const list = openList();
  await waitFor(() => expect(ids(list)).toHaveLength(size));
  act(() => remove(3));
  await readOn(list);
  expect(ids(list)).toEqual(serverIds());
});

test('asking for more does not break off a refresh of what is loaded', async () => {
  const list = openList();
  await waitFor(() => expect(ids(list)).toHaveLength(size));
  server = [{ id: 99, name: 'Coisa nova', updatedAt: '' }, ...server];
  let release = () => {};
  released = new Promise((resolve) => {
    release = resolve;
  });
  act(() => void cache.invalidateQueries({ queryKey: ['things'] }));
  act(() => list.current.loadMore());
  release();
  await waitFor(() => expect(ids(list)).toEqual(serverIds().slice(0, size)));
  act(() => list.current.loadMore());
  await waitFor(() => expect(ids(list)).toEqual(serverIds().slice(0, 2 * size)));
});
