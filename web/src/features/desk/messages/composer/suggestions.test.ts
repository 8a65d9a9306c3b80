import { expect, test } from 'vitest';
import { cut, matching, type Suggestion, slashQuery, textOf } from './suggestions.ts';

test('a slash alone, or in the middle, looks for nothing', () => {
  expect(slashQuery('/')).toBeNull();
  expect(slashQuery('ver 1/2')).toBeNull();
  expect(slashQuery('/re')).toBe('re');
});

test('labels that begin so come first; case and accents do not count', () => {
  const all = [offer('prazo-retirada'), offer('Retirada'), offer('reembolso'), offer('olá')];
  expect(matching(all, 're').map(({ label }) => label)).toEqual(['Retirada', 'reembolso', 'prazo-retirada']);
  expect(matching(all, 'OLA').map(({ label }) => label)).toEqual(['olá']);
});

test('long texts are cut at 35 letters, on one line', () => {
  expect(cut('A coleta\n foi agendada')).toBe('A coleta foi agendada');
  expect([...cut('é'.repeat(40))]).toHaveLength(36);
});

test('the text is its parts', () => {
  const parts = [
    { text: 'Olá, ', filled: false },
    { text: 'Helena', filled: true },
  ];
  expect(textOf({ ...offer('x'), parts })).toBe('Olá, Helena');
});

function offer(label: string): Suggestion {
  return { id: 1, label, parts: [], file: null };
}
