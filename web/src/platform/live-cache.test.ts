import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgain, bringIn, changeHeld, neverNews } from './live-cache.ts';
import { applyRow, type RowLists } from './live-rows.ts';
import { nextTask } from './next-task.ts';

type Row = { id: number; name: string; updatedAt: string };
type Answer = { things: Row[]; hasMore: boolean };

const lists: RowLists<Row> = { queryKey: ['things'], field: 'things', staysPlaced: (held, row) => held.name === row.name };
const first: Row = { id: 1, name: 'Mesa', updatedAt: '2026-11-21T12:01:00.000Z' };
const changed: Row = { ...first, updatedAt: '2026-11-21T12:02:00.000Z' };
const second: Row = { ...first, id: 2, name: 'Cadeira' };

let cache: QueryClient;
let asked: { page: number; answer: (answer: Answer) => void }[];
let list: InfiniteQueryObserver<Answer>;
let stop: () => void;
const rows = () => cache.getQueryData<{ pages: Answer[] }>(['things', ''])?.pages.flatMap(({ things }) => things) ?? [];
const hear = (row: Row) => bringIn(cache, () => applyRow(cache, lists, row));
/** The next question, once it is asked. */
const question = (number: number) => vi.waitFor(() => asked[number - 1] ?? Promise.reject(new Error(`no question ${number}`)));

beforeEach(() => {
  cache = new QueryClient();
  asked = [];
  list = new InfiniteQueryObserver<Answer>(cache, {
    queryKey: ['things', ''],
    queryFn: ({ pageParam }) => new Promise<Answer>((answer) => asked.push({ page: pageParam as number, answer })),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  });
  stop = list.subscribe(() => undefined);
});
afterEach(() => {
  stop();
  cache.clear();
});

test('a change that comes while a list is first loaded outlives an older answer', async () => {
  const { answer } = await question(1);
  hear(changed);
  answer({ things: [first], hasMore: false });
  await vi.waitFor(() => expect(rows()).toEqual([changed]));
});

test('a row that comes while a list is first loaded is asked for', async () => {
  const { answer } = await question(1);
  hear(second);
  answer({ things: [first], hasMore: false });
  (await question(2)).answer({ things: [second, first], hasMore: false });
  await vi.waitFor(() => expect(rows()).toEqual([second, first]));
});

test('a change that comes while a list is loaded again is there before and after', async () => {
  (await question(1)).answer({ things: [first], hasMore: false });
  await vi.waitFor(() => expect(rows()).toEqual([first]));
  void list.refetch();
  const { answer } = await question(2);
  hear(changed);
  expect(rows()).toEqual([changed]);
  answer({ things: [first], hasMore: false });
  await vi.waitFor(() => expect(list.getCurrentResult().isFetching).toBe(false));
  await vi.waitFor(() => expect(rows()).toEqual([changed]));
});

test('a change that comes while the next page is loaded stays on its own', async () => {
  (await question(1)).answer({ things: [first], hasMore: true });
  await vi.waitFor(() => expect(rows()).toEqual([first]));
  void list.fetchNextPage();
  const { page, answer } = await question(2);
  expect(page).toBe(2);
  hear(changed);
  answer({ things: [second], hasMore: false });
  await vi.waitFor(() => expect(rows()).toEqual([changed, second]));
});

test('news are applied once where no answer is on its way, and in their order where one is', async () => {
  const { answer } = await question(1);
  const heard: string[] = [];
  bringIn(cache, () => heard.push('one'));
  bringIn(cache, () => heard.push('two'));
  answer({ things: [], hasMore: false });
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two', 'one', 'two']));
  bringIn(cache, () => heard.push('three'));
  await nextTask();
  expect(heard).toEqual(['one', 'two', 'one', 'two', 'three']);
});

test('news that come between an answer and what is applied again for it have the last word', async () => {
  const { answer } = await question(1);
  const heard: string[] = [];
  bringIn(cache, () => heard.push('older'));
  answer({ things: [], hasMore: false });
  while (cache.isFetching() > 0) await Promise.resolve();
  expect(heard).toEqual(['older']);
  bringIn(cache, () => heard.push('newer'));
  await vi.waitFor(() => expect(heard).toHaveLength(4));
  expect(heard.at(-1)).toBe('newer');
});

test('what is awaited for the first time is asked for again once it is there', async () => {
  const { answer } = await question(1);
  void askAgain(cache);
  answer({ things: [first], hasMore: false });
  (await question(2)).answer({ things: [changed], hasMore: false });
  await vi.waitFor(() => expect(rows()).toEqual([changed]));
});

test('news change what is held, but do not make it fresh', () => {
  stop();
  cache.setQueryData(['things', 'left'], 1, { updatedAt: 5 });
  void cache.invalidateQueries({ queryKey: ['things', 'left'] });
  changeHeld<number>(cache, ['things'], (held) => held + 1);
  expect(cache.getQueryState(['things', 'left'])).toMatchObject({ data: 2, isInvalidated: true, dataUpdatedAt: 5 });
  expect(cache.getQueryData(['things', 'never asked for'])).toBeUndefined();
});

test('after a break everything is asked for again but what no news change', async () => {
  const idle = new QueryClient();
  idle.setQueryData(['things', 'left'], 1);
  await idle.fetchQuery({ queryKey: ['version'], queryFn: async () => '1.0', meta: neverNews });
  await askAgain(idle);
  expect(idle.getQueryState(['things', 'left'])?.isInvalidated).toBe(true);
  expect(idle.getQueryState(['version'])?.isInvalidated).toBe(false);
});
