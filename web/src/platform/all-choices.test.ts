import { expect, test } from 'vitest';
import { allChoices } from './all-choices.ts';

const pages = [[{ id: 1, name: 'Ana' }], [{ id: 2, name: 'Bia' }], [{ id: 3, name: 'Caio' }]];

test('all pages are offered, and none is asked for behind the last', async () => {
  const asked: number[] = [];
  const choices = await allChoices(async (pageNumber) => {
    asked.push(pageNumber);
    return { rows: pages[pageNumber - 1] ?? [], hasMore: pageNumber < pages.length };
  });
  expect(choices.map(({ value, label }) => `${value} ${label}`)).toEqual(['1 Ana', '2 Bia', '3 Caio']);
  expect(asked).toEqual([1, 2, 3]);
});

test('a list without end is asked for ten pages', async () => {
  expect(await allChoices(async (id) => ({ rows: [{ id, name: '' }], hasMore: true }))).toHaveLength(10);
});
