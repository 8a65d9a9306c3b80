import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchDue } from './due.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch in a database that answers so in how many ms the next job is due, when it was asked, and when it told of jobs. */
function watching(...answers: (number | null | 'away')[]) {
  const from = Date.now();
  const asked: number[] = [];
  const told: number[] = [];
  const query = async () => {
    asked.push(Date.now() - from);
    const ms = answers.shift() ?? null;
    if (ms === 'away') throw new Error('away');
    return { rows: [{ ms }] };
  };
  const watch = watchDue({ query } as unknown as pg.Pool, () => told.push(Date.now() - from));
  return { watch, asked, told };
}

test('jobs are looked for when the next is due, and often while one is or the database is away', async () => {
  const { watch, asked, told } = watching(100, 0, 0, 'away', 'away');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toEqual([500, 600, 850, 1_100, 1_350, 1_600, 5_600]);
  expect(told).toEqual([250, 600, 850, 1_100, 1_350]);
  watch.stop();
});

test('a job that was taken is followed by a look, and that by a question', async () => {
  const { watch, asked, told } = watching();
  await vi.advanceTimersByTimeAsync(1_000);
  watch.busy();
  watch.busy();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked, told]).toEqual([
    [500, 1_500],
    [250, 1_250],
  ]);
  watch.stop();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toHaveLength(2);
});
