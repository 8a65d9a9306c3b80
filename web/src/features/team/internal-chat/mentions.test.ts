import { expect, test } from 'vitest';
import { mentionBegun, mentionsIn, splitMentions } from './mentions.ts';

const people = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Prado' },
  { id: 3, name: 'Bia' },
];

test('a mention is the longest name that fits', () => {
  expect(mentionsIn('@Ana Prado e @bia, venham', people)).toEqual([2, 3]);
  expect(mentionsIn('@Ana, e @Ana de novo', people)).toEqual([1]);
  expect(mentionsIn('@Anabela não é ninguém, nem @Zeca', people)).toEqual([]);
});

test('the text stays whole', () => {
  const text = 'Oi @Ana Prado! Veja a@b.com';
  const parts = splitMentions(text, people);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ kind }) => kind === 'mention')).toEqual([{ kind: 'mention', text: '@Ana Prado', id: 2 }]);
});

test('people are offered while a name is typed after an @', () => {
  expect(mentionBegun('Oi @an', 6)).toEqual({ at: 3, typed: 'an' });
  expect(mentionBegun('@', 1)).toEqual({ at: 0, typed: '' });
  expect(mentionBegun('a@b', 3)).toBe(null);
  expect(mentionBegun('Oi @an', 2)).toBe(null);
});
