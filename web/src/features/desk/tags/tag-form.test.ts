import type { TagView } from '@balcao/contract/tags';
import { expect, test } from 'vitest';
import { isAsAsked, tagBody, tagColorOf, tagRules, tagValues } from './tag-form.ts';

test('a new tag whose name another one has is not passed off as saved', () => {
  const values = { name: ' Troca ', color: '#2f9249', kanban: false };
  expect(isAsAsked(tag(1, 'Troca'), values, false)).toBe(true);
  expect(isAsAsked(tag(1, 'TROCA'), values, false)).toBe(false);
  expect(isAsAsked(tag(1, 'Troca'), { ...values, color: '#112233' }, false)).toBe(false);
  expect(isAsAsked(tag(1, 'Troca'), { ...values, kanban: true }, true)).toBe(false);
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

function tag(id: number, name: string): TagView {
  const at = '2026-11-21T12:00:00.000Z';
  return { id, name, color: '#2f9249', kanban: 0, userId: 1, companyId: 1, createdAt: at, updatedAt: at };
}
