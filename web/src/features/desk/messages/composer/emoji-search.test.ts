import { emojis } from 'virtual:emojis';
import { expect, test } from 'vitest';
import { emojisIn, findEmojis } from './emoji-search.ts';

const portuguese = emojisIn(emojis, 'pt');
const found = (text: string, recent: readonly string[] = []) => findEmojis(portuguese, text, recent, 12).map(({ emoji }) => emoji);

test('every emoji has a name in each language', () => {
  expect(emojis.length).toBeGreaterThan(1500);
  expect(emojis.filter(([, , ...words]) => words.some((word) => word === ''))).toEqual([]);
  expect(new Set(emojis.map(([, group]) => group))).toEqual(new Set([0, 1, 3, 4, 5, 6, 7, 8, 9]));
});

test('found by the name in any language, without accents, the own one first', () => {
  expect(found('coracao vermelho')[0]).toBe('❤️');
  expect(found('CORAÇÃO')).toContain('❤️');
  expect(found('thumbs up')).toContain('👍️');
  expect(found('pulgar')).toContain('👍️');
  expect(emojisIn(emojis, 'en').find(({ emoji }) => emoji === '🎂')?.name).toBe('birthday cake');
  expect(found('xyzxyz')).toEqual([]);
  expect(found('')).toEqual([]);
});

test('one that was used before comes first', () => {
  expect(found('coracao')[0]).not.toBe('💔');
  expect(found('coracao', ['💔'])[0]).toBe('💔');
  expect(found('bolo', ['💔'])).not.toContain('💔');
});
