import { expect, test } from 'vitest';
import { until } from '../../../test/client.ts';
import { createWaker } from './waker.ts';

test('a process wakes its own workers at once, until they stop', () => {
  const nudged: number[] = [];
  const waker = createWaker(null);
  const forget = waker.onJobs((jobs) => nudged.push(jobs));
  for (const jobs of [1, 0, 3]) waker.wake(jobs);
  forget();
  waker.wake(1);
  expect(nudged).toEqual([1, 3]);
});

test('others are told of one commit at once, and of those meanwhile together; a notice that fails stops nothing', async () => {
  const told: number[] = [];
  let answer = () => {};
  const waker = createWaker((jobs) => {
    told.push(jobs);
    return new Promise((resolve, reject) => {
      answer = told.length === 1 ? () => reject(new Error('lost')) : () => resolve(null);
    });
  }, 0);
  for (let i = 0; i < 5; i++) waker.wake(2);
  expect(told).toEqual([2]);
  answer();
  await until(() => told.length === 2);
  answer();
  expect(told).toEqual([2, 8]);
});
