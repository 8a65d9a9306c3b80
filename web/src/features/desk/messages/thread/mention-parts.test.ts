import { expect, test } from 'vitest';
import { withMentions } from './mention-parts.ts';

test('names are found whole, the longest first', () => {
  expect(withMentions('@Ana e @Ana Prado (x)?', ['Ana', 'Ana Prado', 'C (x)'])).toEqual([
    { text: '@Ana', called: true },
    { text: ' e ', called: false },
    { text: '@Ana Prado', called: true },
    { text: ' (x)?', called: false },
  ]);
  expect(withMentions('ninguém', [])).toEqual([{ text: 'ninguém', called: false }]);
});
