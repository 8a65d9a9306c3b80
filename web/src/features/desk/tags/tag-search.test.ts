import type { TagView } from '@balcao/contract/tags';
import { expect, test } from 'vitest';
import { tagOptions } from './tag-search.ts';

test('typing offers what the ticket lacks, and a new tag where none has the name', () => {
  const choices = [tag(1, 'Orçamento'), tag(2, 'Troca'), tag(3, 'Cliente troca')];
  const offered = (text: string, carried: number[] = []) =>
    tagOptions(choices, carried, text).map((option) => (option.kind === 'tag' ? option.tag.name : `+${option.name}`));
  expect(offered('troca')).toEqual(['Troca', 'Cliente troca']);
  expect(offered('troca', [2])).toEqual(['Cliente troca']);
  expect(offered('orca')).toEqual(['Orçamento', '+orca']);
  expect(offered('xy')).toEqual([]);
});

function tag(id: number, name: string): TagView {
  const at = '2026-11-21T12:00:00.000Z';
  return { id, name, color: '#2f9249', kanban: 0, userId: 1, companyId: 1, createdAt: at, updatedAt: at };
}
