import { expect, test } from 'vitest';
import { failuresAfter, retrySeconds } from './rules.ts';

test('failures in a row are counted, and a connection that lasted ends the row', () => {
  expect(failuresAfter('backoff', 0, null)).toBe(1);
  expect(failuresAfter('backoff', 7, null)).toBe(8);
  expect(failuresAfter('backoff', 7, 59_999)).toBe(8);
  expect(failuresAfter('backoff', 7, 60_000)).toBe(1);
  expect(failuresAfter('now', 7, null)).toBe(0);
  expect(failuresAfter('never', 7, 60_000)).toBe(0);
});

test('each failure in a row doubles the pause, up to five minutes', () => {
  expect([1, 2, 3, 8, 9, 50].map((failures) => retrySeconds(failures, 0.5))).toEqual([2, 4, 8, 256, 300, 300]);
  expect([0, 1].map((random) => retrySeconds(2, random))).toEqual([3, 5]);
});
