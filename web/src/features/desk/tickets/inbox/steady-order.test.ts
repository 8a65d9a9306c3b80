import { expect, test } from 'vitest';
import { steadyOrder } from './steady-order.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const order = (shown: number[], ...ids: number[]) => {
  const { rows: held, waiting } = steadyOrder(shown, rows(...ids));
  return [held.map(({ id }) => id), waiting];
};

test('a ticket that got news keeps its place while held', () => {
  expect(order([1, 2, 3], 3, 1, 2)).toEqual([[1, 2, 3], 1]);
});

test('a new ticket waits at the top', () => {
  expect(order([1, 2], 9, 1, 2)).toEqual([[1, 2], 1]);
});

test('what is gone goes', () => {
  expect(order([1, 2, 3], 1, 3)).toEqual([[1, 3], 0]);
});

test('the next page is added at the end', () => {
  expect(order([1, 2], 1, 2, 3, 4)).toEqual([[1, 2, 3, 4], 0]);
});

test('an empty list takes what comes', () => {
  expect(order([], 1, 2)).toEqual([[1, 2], 0]);
});
