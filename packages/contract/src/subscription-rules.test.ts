import { expect, test } from 'vitest';
import {
  aboveLimits,
  addMonths,
  amountText,
  centsFromText,
  centsOf,
  dueTint,
  priceOf,
  renewed,
  subscriptionState,
} from './subscription-rules.ts';

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-03-10', 12, '2027-03-10'],
  ['2026-12-31', 6, '2027-06-30'],
])('%s and %i months is %s', (day, months, then) => {
  expect(addMonths(day, months)).toBe(then);
});

test('a payment counts from the last day, or from today where that is past or missing', () => {
  expect(renewed('2026-03-20', '2026-03-10', 1)).toBe('2026-04-20');
  expect(renewed('2026-03-10', '2026-03-10', 1)).toBe('2026-04-10');
  expect(renewed('2025-03-20', '2026-03-10', 12)).toBe('2027-03-10');
  expect(renewed(null, '2026-03-10', 1)).toBe('2026-04-10');
});

test.each([
  ['2026-03-10', 3, 'active'],
  ['2026-03-09', 3, 'grace'],
  ['2026-03-07', 3, 'grace'],
  ['2026-03-06', 3, 'expired'],
  ['2026-03-09', 0, 'expired'],
  [null, 3, 'expired'],
] as const)('with the last day %s and %i days of grace it is, on March 10th, %s', (dueDate, graceDays, state) => {
  expect(subscriptionState({ status: true, dueDate, graceDays }, '2026-03-10')).toBe(state);
  expect(subscriptionState({ status: false, dueDate, graceDays }, '2026-03-10')).toBe('inactive');
});

test('rows are tinted by the days to the last one', () => {
  const tints = [7, 6, 5, 4, 0, -3, -4, -5].map((days) => {
    const day = new Date(Date.UTC(2026, 2, 10 + days)).toISOString().slice(0, 10);
    return dueTint(day, '2026-03-10');
  });
  expect(tints).toEqual([null, null, 'soon', 'now', 'now', 'now', 'over', null]);
  expect(dueTint(null, '2026-03-10')).toBeNull();
});

test('money is whole cents, whatever the binary fraction', () => {
  expect([0.1 + 0.2, 19.99, 1.005, 4.35, 1234.5, 99_999_999.99].map(centsOf)).toEqual([30, 1999, 101, 435, 123_450, 9_999_999_999]);
  for (const cents of [0, 1, 99, 100, 123_450, 9_999_999_999]) expect(centsFromText(amountText(cents))).toBe(cents);
  expect(amountText(166_050)).toBe('1660.50');
  expect(['1.660,50', '', '-1.00', '1.001', '1e3', '12', '12.5'].map(centsFromText)).toEqual([null, null, null, null, null, 1200, 1250]);
  expect(priceOf({ value: 49.9 }, 'TRIMESTRAL')).toBe(14_970);
});

test('what is above a smaller plan is named', () => {
  expect(aboveLimits({ users: 2, connections: 1, queues: 3 }, { users: 3, connections: 1, queues: 4 })).toEqual(['users', 'queues']);
});
