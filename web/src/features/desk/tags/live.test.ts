import type { CountedTag, TagView } from '@balcao/contract/tags';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyTag, hearTag } from './live.ts';
import { tagKeys } from './queries.ts';
import { isAsAsked, tagBody, tagColorOf, tagRules, tagValues } from './tag-form.ts';
import { tagOptions } from './tag-search.ts';

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

test('a new tag whose name another one has is not passed off as saved', () => {
  const values = { name: ' Troca ', color: '#2f9249', kanban: false };
  expect(isAsAsked(tag(1, 'Troca'), values, false)).toBe(true);
  expect(isAsAsked(tag(1, 'TROCA'), values, false)).toBe(false);
  expect(isAsAsked(tag(1, 'Troca'), { ...values, color: '#112233' }, false)).toBe(false);
  expect(isAsAsked(tag(1, 'Troca'), { ...values, kanban: true }, true)).toBe(false);
});

test('a removed tag leaves lists and choices', () => {
  const cache = cacheWith([tag(1, 'Troca')]);
  hearTag(cache, { action: 'delete', tagId: 1 });
  expect(pages(cache)).toEqual([]);
  expect(cache.getQueryData(tagKeys.choices)).toEqual([]);
});

test.each([
  ['', 'Obrigatório'],
  [' ab ', 'Mensagem muito curta'],
  ['a'.repeat(61), 'Muito longo!'],
  ['VIP', null],
])('the name %j', (name, problem) => {
  expect(tagRules().name(name)).toBe(problem);
});

test('only who may says whether it is a lane', () => {
  const values = { ...tagValues(null), name: ' Troca ', kanban: true };
  expect(tagBody(values, true)).toMatchObject({ name: 'Troca', kanban: true });
  expect(tagBody(values, false)).not.toHaveProperty('kanban');
});

test('a name has one colour, however it is written', () => {
  expect(tagColorOf(' TROCA ')).toBe(tagColorOf('troca'));
});

test('typing offers what the ticket lacks, and a new tag where none has the name', () => {
  const choices = [tag(1, 'Orçamento'), tag(2, 'Troca'), tag(3, 'Cliente troca')];
  const offered = (text: string, carried: number[] = []) =>
    tagOptions(choices, carried, text).map((option) => (option.kind === 'tag' ? option.tag.name : `+${option.name}`));
  expect(offered('troca')).toEqual(['Troca', 'Cliente troca']);
  expect(offered('troca', [2])).toEqual(['Cliente troca']);
  expect(offered('orca')).toEqual(['Orçamento', '+orca']);
  expect(offered('xy')).toEqual([]);
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
