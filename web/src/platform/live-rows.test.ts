import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { applyRow, type RowLists, removeRow } from './live-rows.ts';

type Row = { id: number; name: string; updatedAt: string; seen?: number };

const lists: RowLists<Row> = { queryKey: ['things'], field: 'things', staysPlaced: (held, row) => held.name === row.name };

test('a change reaches every list, and what it does not tell stays', () => {
  const cache = cacheWith([row(1, { seen: 7 }), row(2)]);
  applyRow(cache, lists, { id: 1, name: 'Thing 1', updatedAt: at(5) });
  expect(rows(cache)).toEqual([row(1, { seen: 7, updatedAt: at(5) }), row(2)]);
});

test('an older copy does not replace a newer one', () => {
  const cache = cacheWith([row(1, { updatedAt: at(5), seen: 2 })]);
  applyRow(cache, lists, row(1, { updatedAt: at(3), seen: 1 }));
  expect(rows(cache)[0]?.seen).toBe(2);
});

test.each([
  ['a row the list lacks', row(3)],
  ['a row that may move', row(1, { name: 'Other', updatedAt: at(5) })],
])('%s is asked for again', async (_, changed) => {
  const cache = cacheWith([row(1)]);
  const ask = vi.spyOn(cache, 'invalidateQueries');
  applyRow(cache, lists, changed);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledWith({ queryKey: ['things'] }));
});

test('a removed row leaves its page and every count', () => {
  const cache = cacheWith([row(1), row(2)]);
  removeRow(cache, lists, 1);
  expect(rows(cache)).toEqual([row(2)]);
  expect(cache.getQueryData<{ pages: { count: number }[] }>(['things', ''])?.pages[0]?.count).toBe(1);
});

test('a list with more to load is asked for again when a row goes that it does not show', async () => {
  const cache = cacheWith([row(1), row(2)], true);
  const ask = vi.spyOn(cache, 'invalidateQueries');
  removeRow(cache, lists, 9);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledWith({ queryKey: ['things', ''] }));
});

test('removing what is not shown changes nothing', () => {
  const cache = cacheWith([row(1)]);
  const before = cache.getQueryData(['things', '']);
  removeRow(cache, lists, 9);
  expect(cache.getQueryData(['things', ''])).toBe(before);
});

function cacheWith(things: Row[], hasMore = false): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(['things', ''], { pages: [{ things, count: things.length, hasMore }], pageParams: [1] });
  return cache;
}

function rows(cache: QueryClient): Row[] {
  return cache.getQueryData<{ pages: { things: Row[] }[] }>(['things', ''])?.pages.flatMap((page) => page.things) ?? [];
}

function row(id: number, change: Partial<Row> = {}): Row {
  return { id, name: `Thing ${id}`, updatedAt: at(4), ...change };
}

function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
