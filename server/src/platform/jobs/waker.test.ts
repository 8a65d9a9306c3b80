import { expect, test } from 'vitest';
import { until } from '../../../test/client.ts';
import { createWaker, type Notice, nothingWoken } from './waker.ts';

const jobs = { ...nothingWoken, jobs: true };

test('a process wakes its own workers at once, until they stop', () => {
  let nudged = 0;
  const waker = createWaker(null);
  const forget = waker.onJobs(() => {
    nudged += 1;
  });
  for (const woken of [jobs, nothingWoken, jobs]) waker.wake(woken);
  forget();
  waker.wake(jobs);
  expect(nudged).toBe(2);
});

test('a service is woken by its name, here and from other processes, until it stops', () => {
  let nudged = 0;
  const waker = createWaker(null);
  const forget = waker.onService('phones', () => {
    nudged += 1;
  });
  waker.wake({ ...nothingWoken, services: ['phones', 'others'] });
  waker.hear(['others']);
  waker.hear(['phones']);
  forget();
  waker.hear(['phones']);
  expect(nudged).toBe(2);
});

test('a job for soon wakes workers when it is due, here and elsewhere', async () => {
  let nudged = 0;
  const told: Notice[] = [];
  const waker = createWaker(async (notice) => told.push(notice), 0);
  waker.onJobs(() => {
    nudged += 1;
  });
  const from = performance.now();
  waker.wake({ ...nothingWoken, soonestMs: 50 });
  waker.wake({ ...nothingWoken, soonestMs: 3_600_000 });
  expect(nudged).toBe(0);
  await until(() => told.length === 1);
  expect(performance.now() - from).toBeGreaterThan(45);
  expect([nudged, told]).toEqual([1, [{ jobs: true, services: [] }]]);
});

test('others are told of one commit at once, and of those meanwhile together; a notice that fails stops nothing', async () => {
  const told: Notice[] = [];
  let answer = () => {};
  const waker = createWaker((notice) => {
    told.push(notice);
    return new Promise((resolve, reject) => {
      answer = told.length === 1 ? () => reject(new Error('lost')) : () => resolve(null);
    });
  }, 0);
  waker.wake({ ...jobs, services: ['phones'] });
  for (const woken of [jobs, nothingWoken, { ...nothingWoken, services: ['phones'] }]) waker.wake(woken);
  expect(told).toEqual([{ jobs: true, services: ['phones'] }]);
  answer();
  await until(() => told.length === 2);
  answer();
  expect(told[1]).toEqual({ jobs: true, services: ['phones'] });
});
