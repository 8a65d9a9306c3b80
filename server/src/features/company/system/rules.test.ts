import { expect, test } from 'vitest';
import { counted, signInKeys, type Throttle, waitMs } from './rules.ts';

const start = new Date('2026-03-10T12:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const after = (attempts: number): Throttle => {
  let throttle: Throttle = { hits: 0, resetsAt: start };
  for (let i = 0; i < attempts; i++) throttle = counted(throttle, start);
  return throttle;
};

test('the first attempts are free', () => {
  expect(waitMs('address', after(4), start)).toBe(0);
  expect(waitMs('account', after(19), start)).toBe(0);
});

test('then each attempt waits twice as long as the one before, up to an hour', () => {
  expect([5, 6, 7].map((attempts) => waitMs('address', after(attempts), start))).toEqual([15_000, 30_000, 60_000]);
  expect(waitMs('address', after(500), start)).toBe(3_600_000);
});

test('a stranger elsewhere cannot lock an account for more than a quarter of an hour', () => {
  expect(waitMs('account', after(500), start)).toBe(900_000);
});

test('the wait passes', () => {
  expect(waitMs('address', after(5), later(14_000))).toBe(1_000);
  expect(waitMs('address', after(5), later(15_000))).toBe(0);
});

test('a day after the last attempt counting starts again', () => {
  expect(counted(after(9), later(86_400_000)).hits).toBe(1);
  expect(waitMs('address', after(500), later(86_400_000))).toBe(0);
});

test('an account is counted however its e-mail is written', () => {
  expect(signInKeys(' Ana@Loja.com ', '10.0.0.1')).toEqual(signInKeys('ana@loja.com', '10.0.0.1'));
  expect(signInKeys('ana@loja.com', '10.0.0.1').map(({ kind }) => kind)).toEqual(['account', 'address']);
});
