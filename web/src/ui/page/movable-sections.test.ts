import { expect, test } from 'vitest';
import { inOrder, placeAt } from './movable-sections.tsx';

const sections = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const order = (...stored: string[]) => inOrder(sections, stored).map(({ id }) => id);

test('sections stand as they were put; new ones after the one they follow, and what is gone is forgotten', () => {
  expect(order()).toEqual(['a', 'b', 'c', 'd']);
  expect(order('d', 'c', 'b', 'a')).toEqual(['d', 'c', 'b', 'a']);
  expect(order('c', 'a', 'd')).toEqual(['c', 'a', 'b', 'd']);
  expect(order('d', 'gone', 'a')).toEqual(['d', 'a', 'b', 'c']);
});

test('what is carried changes places with each section whose middle it passes', () => {
  const middles = [10, 40, 80, 120];
  expect([0, 30, 41, 79, 90, 500].map((y) => placeAt(middles, 1, y))).toEqual([0, 1, 1, 1, 2, 3]);
  expect(placeAt(middles, 3, 5)).toBe(0);
});
