import { expect, test } from 'vitest';
import { countMinutes } from './minutes.ts';

test('so many in a minute, of each key; then all begin anew', () => {
  let at = 0;
  const minutes = countMinutes<string>(() => at);
  expect([1, 2, 3].map(() => minutes.count('ana', 2))).toEqual([true, true, false]);
  expect(minutes.count('bia', 2)).toBe(true);
  at = 59_000;
  expect([minutes.count('ana', 2), minutes.secondsLeft()]).toEqual([false, 1]);
  at = 60_000;
  expect([minutes.count('ana', 2), minutes.secondsLeft()]).toEqual([true, 60]);
});
