import { describe, expect, test } from 'vitest';
import { atOnce, isTooOld, meaningOf, oldBefore, pauseMs, restMs, roomFor } from './rules.ts';

test('an event waits longer after each failure, for an hour at most', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((attempts) => pauseMs(attempts, 0.5) / 1000);
  expect(waits).toEqual([10, 30, 60, 120, 300, 600, 1800, 3600, 3600, 3600]);
  expect([pauseMs(1, 0), pauseMs(1, 1)]).toEqual([9_000, 11_000]);
});

test('a receiver that is away is left alone, for five minutes at most', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((failures) => restMs(failures) / 1000)).toEqual([0, 0, 0, 5, 10, 20, 300]);
});

describe('an answer', () => {
  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [301, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [408, 'away'],
    [410, 'gone'],
    [429, 'away'],
    [500, 'away'],
    [503, 'away'],
  ] as const)('of %i means that the event is %s', (status, meaning) => {
    expect(meaningOf({ status })).toBe(meaning);
  });

  test('that did not come means that the receiver is away', () => {
    expect(meaningOf({ status: null })).toBe('away');
  });
});

test('an event is tried for a day; what is settled is kept for days', () => {
  const now = new Date('2026-03-10T15:00:00Z');
  expect(isTooOld(new Date('2026-03-09T15:00:01Z'), now)).toBe(false);
  expect(isTooOld(new Date('2026-03-09T15:00:00Z'), now)).toBe(true);
  expect(oldBefore(now)).toEqual({
    delivered: new Date('2026-03-03T15:00:00Z'),
    dead: new Date('2026-02-08T15:00:00Z'),
    waiting: new Date('2026-03-09T14:00:00Z'),
  });
});

test('a company with many slow receivers leaves room for the others', () => {
  expect(roomFor({ all: 0, company: 0, webhook: 0 }, 0)).toBe(atOnce.webhook);
  expect(roomFor({ all: atOnce.company - 1, company: atOnce.company - 1, webhook: 0 }, 0)).toBe(1);
  expect(roomFor({ all: atOnce.company, company: atOnce.company, webhook: 0 }, 0)).toBe(0);
  expect(roomFor({ all: atOnce.company, company: 0, webhook: 1 }, 1)).toBe(0);
  expect(atOnce.company * 2).toBeLessThan(atOnce.all);
});
