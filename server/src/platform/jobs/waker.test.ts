import { expect, test } from 'vitest';
import { until } from '../../../test/client.ts';
import { createWaker, type Notice, nothingWoken } from './waker.ts';

const jobs = (count: number) => ({ ...nothingWoken, jobs: count });

test('a process wakes its own workers at once, until they stop', () => {
  const nudged: number[] = [];
  const waker = createWaker(null);
  const forget = waker.onJobs((jobs) => nudged.push(jobs));
  for (const count of [1, 0, 3]) waker.wake(jobs(count));
  forget();
  waker.wake(jobs(1));
  expect(nudged).toEqual([1, 3]);
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
  const nudged: number[] = [];
  const told: Notice[] = [];
  const waker = createWaker(async (notice) => told.push(notice), 0);
  waker.onJobs((jobs) => nudged.push(jobs));
  const from = performance.now();
  waker.wake({ ...nothingWoken, soonestMs: 50 });
  waker.wake({ ...nothingWoken, soonestMs: 3_600_000 });
  expect(nudged).toEqual([]);
  await until(() => told.length === 1);
  expect(performance.now() - from).toBeGreaterThan(45);
  expect([nudged, told]).toEqual([[1], [{ jobs: 1, services: [] }]]);
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
  for (let i = 0; i < 5; i++) waker.wake({ ...jobs(2), services: ['phones'] });
  expect(told).toEqual([{ jobs: 2, services: ['phones'] }]);
  answer();
  await until(() => told.length === 2);
  answer();
  expect(told[1]).toEqual({ jobs: 8, services: ['phones'] });
});
