import { expect, test } from 'vitest';
import { completed, triggerAt } from './completion.ts';

const at = (text: string) => triggerAt(text, text.length);

test('two letters after a colon ask for an emoji, but not in a time, an address or a word', () => {
  expect(at(':co')).toEqual({ kind: 'emoji', start: 0, query: 'co' });
  expect(at('Obrigada :coração')).toEqual({ kind: 'emoji', start: 9, query: 'coração' });
  expect(at('Oba!\n:thumbs_up')?.query).toBe('thumbs up');
  for (const text of [':', ':c', ':)', 'às 10:30', 'https://x', 'Prazo:hoje', 'Prazo: hoje', ':co eu']) expect(at(text), text).toBeNull();
});

test('two braces ask for a variable, with or without a beginning', () => {
  expect(at('Oi, {{')).toEqual({ kind: 'variable', start: 4, query: '' });
  expect(at('{{ fir')).toEqual({ kind: 'variable', start: 0, query: 'fir' });
  for (const text of ['{', '{{firstName}}', '{{1', '{{first name']) expect(at(text), text).toBeNull();
});

test('only what stands before the caret is replaced, and braces that are there are not doubled', () => {
  const variable = 'Oi {{fi}}, tudo bem?';
  const trigger = triggerAt(variable, 7);
  expect(trigger && completed(variable, trigger, 7, '{{name}}')).toEqual({ start: 3, end: 9, piece: '{{name}}', select: [11, 11] });
  const emoji = triggerAt('a :bo b', 5);
  expect(emoji && completed('a :bo b', emoji, 5, '🎂')).toEqual({ start: 2, end: 5, piece: '🎂', select: [4, 4] });
});
