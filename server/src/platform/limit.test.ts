import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitEach } from './limit.ts';

const never = new Promise<never>(() => undefined);

test('what is over the limit of a key waits for its turn, in order; another key does not', async () => {
  const limited = limitEach<string>(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (key: string, name: string) =>
    limited(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('a', 'a4'), begin('b', 'b1')];
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  ends.get('a2')?.();
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'b1']) ends.get(name)?.();
  await setImmediate();
  expect(begun.at(-1)).toBe('a4');
  ends.get('a4')?.();
  await Promise.all(all);
});

test('work that fails makes room as well', async () => {
  const limited = limitEach<string>(1);
  const failing = limited('a', () => Promise.reject(new Error('no')));
  const next = limited('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('who waited too long is refused and takes nobody else out of their turn', async () => {
  const limited = limitEach<string>(1, { waitMs: 20, tooLong: () => new Error('too long') });
  let free = () => {};
  const first = limited('a', () => new Promise<void>((resolve) => (free = resolve)));
  await expect(limited('a', async () => never)).rejects.toThrow('too long');
  free();
  await first;
  expect(await limited('a', async () => 'done')).toBe('done');
});

test('who would wait behind too many is refused at once', async () => {
  const limited = limitEach<string>(1, { waitMs: 60_000, waitingMax: 1, tooLong: () => new Error('too many') });
  let free = () => {};
  const first = limited('a', () => new Promise<void>((resolve) => (free = resolve)));
  const second = limited('a', async () => 'second');
  await expect(limited('a', async () => never)).rejects.toThrow('too many');
  expect(await limited('b', async () => 'another key')).toBe('another key');
  free();
  await first;
  expect(await second).toBe('second');
});

test('a bound over all keys is shared: each key has its own part of it, and those that wait take turns', async () => {
  const limited = limitEach<string>(2, undefined, 3);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (key: string, name: string) =>
    limited(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [...['a1', 'a2', 'a3', 'a4', 'a5'], ...['b1', 'b2', 'b3'], 'c1'].map((name) => begin(name.slice(0, 1), name));
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  const next = async (ended: string) => {
    ends.get(ended)?.();
    await setImmediate();
    return begun.at(-1);
  };
  expect([await next('a1'), await next('b1'), await next('c1'), await next('a2')]).toEqual(['c1', 'b2', 'a3', 'b3']);
  expect([await next('b2'), await next('b3'), await next('a3'), await next('a4'), await next('a5')]).toEqual([
    'a4',
    'a4',
    'a5',
    'a5',
    'a5',
  ]);
  await Promise.all(all);
});

test('who gave up waiting leaves the turns of the others as they were', async () => {
  const limited = limitEach<string>(1, { waitMs: 20, tooLong: () => new Error('too long') }, 1);
  let free = () => {};
  const first = limited('a', () => new Promise<void>((resolve) => (free = resolve)));
  await expect(limited('b', async () => never)).rejects.toThrow('too long');
  const second = limited('c', async () => 'c');
  free();
  await first;
  expect(await second).toBe('c');
  expect(await limited('b', async () => 'b')).toBe('b');
});
