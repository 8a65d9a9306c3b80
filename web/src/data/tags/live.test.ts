import type { CountedTag, TagView } from '@balcao/contract/tags';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { tagKeys } from './keys.ts';
import { applyTag, hearTag } from './live.ts';

test('the reply of a save keeps the number of tickets, which it does not tell', () => {
  const cache = cacheWith([tag(1, 'Troca', 12)]);
  const { ticketsCount: _, ...told } = tag(1, 'Troca', 0);
  applyTag(cache, { ...told, color: '#112233', updatedAt: '2026-11-21T13:00:00.000Z' });
  expect(pages(cache)[0]).toMatchObject({ color: '#112233', ticketsCount: 12 });
});

test('a new tag can be chosen at once, in its place', () => {
  const cache = cacheWith([tag(1, 'Troca')]);
  hearTag(cache, { action: 'create', tag: tag(2, 'Orçamento') });
  expect(cache.getQueryData<TagView[]>(tagKeys.choices)?.map(({ name }) => name)).toEqual(['Orçamento', 'Troca']);
});

test('a removed tag leaves lists and choices', () => {
  const cache = cacheWith([tag(1, 'Troca')]);
  hearTag(cache, { action: 'delete', tagId: 1 });
  expect(pages(cache)).toEqual([]);
  expect(cache.getQueryData(tagKeys.choices)).toEqual([]);
});

test('a tag that becomes a lane joins the board, oldest first, and leaves it again', () => {
  const cache = cacheWith([]);
  cache.setQueryData(tagKeys.lanes, [{ ...tag(3, 'Pago'), kanban: 1 }]);
  const lanes = () => cache.getQueryData<TagView[]>(tagKeys.lanes)?.map(({ id }) => id);
  const told = (kanban: 0 | 1, minute: number) =>
    hearTag(cache, { action: 'update', tag: { ...tag(1, 'Novo'), kanban, updatedAt: `2026-11-21T13:0${minute}:00.000Z` } });
  told(1, 1);
  expect(lanes()).toEqual([1, 3]);
  told(0, 0);
  expect(lanes()).toEqual([1, 3]);
  told(0, 2);
  expect(lanes()).toEqual([3]);
  hearTag(cache, { action: 'delete', tagId: 3 });
  expect(lanes()).toEqual([]);
});

function cacheWith(tags: CountedTag[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(tagKeys.page(''), { pages: [{ tags, count: tags.length, hasMore: false }], pageParams: [1] });
  cache.setQueryData(tagKeys.choices, tags);
  return cache;
}

function pages(cache: QueryClient): CountedTag[] {
  return cache.getQueryData<{ pages: { tags: CountedTag[] }[] }>(tagKeys.page(''))?.pages.flatMap((page) => page.tags) ?? [];
}

function tag(id: number, name: string, ticketsCount = 0): CountedTag {
  const at = '2026-11-21T12:00:00.000Z';
  return { id, name, color: '#2f9249', kanban: 0, userId: 1, companyId: 1, createdAt: at, updatedAt: at, ticketsCount };
}
