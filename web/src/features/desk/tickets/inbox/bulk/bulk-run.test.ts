import { expect, test } from 'vitest';
import { runForAll } from './bulk-run.ts';

test('what fails does not keep the others from being done, three at a time at most', async () => {
  let [running, most] = [0, 0];
  const progress: number[] = [];
  const each = async (n: number) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (n % 4 === 0) throw new Error(`${n}`);
  };
  const { done, failed, left } = await runForAll([1, 2, 3, 4, 5, 6, 7, 8], each, {
    onProgress: (n) => progress.push(n),
    isStopped: () => false,
  });
  expect([done.sort(), failed.map(({ item }) => item), left, most, progress]).toEqual([
    [1, 2, 3, 5, 6, 7],
    [4, 8],
    0,
    3,
    [1, 2, 3, 4, 5, 6, 7, 8],
  ]);
});

test('once it is stopped the rest is left as it is', async () => {
  const begun: number[] = [];
  const { done, left } = await runForAll([1, 2, 3, 4, 5, 6], async (n) => void begun.push(n), {
    onProgress: () => undefined,
    isStopped: () => begun.length >= 3,
  });
  expect([done.length, left]).toEqual([3, 3]);
});
