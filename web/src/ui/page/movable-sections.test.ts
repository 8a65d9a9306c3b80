import { expect, test } from 'vitest';
import { inOrder } from './movable-sections.tsx';

const sections = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const order = (...stored: string[]) => inOrder(sections, stored).map(({ id }) => id);

test('sections stand as they were put; new ones after the one they follow, and what is gone is forgotten', () => {
  expect(order()).toEqual(['a', 'b', 'c', 'd']);
  expect(order('d', 'c', 'b', 'a')).toEqual(['d', 'c', 'b', 'a']);
  expect(order('c', 'a', 'd')).toEqual(['c', 'a', 'b', 'd']);
  expect(order('d', 'gone', 'a')).toEqual(['d', 'a', 'b', 'c']);
});
