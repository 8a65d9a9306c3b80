import { pino } from 'pino';
import { expect, test } from 'vitest';
import { retryDuringOutage } from './retry-during-outage.ts';

const log = pino({ level: 'silent' });
const away = Object.assign(new Error('terminating connection'), { code: '08006' });

/** Work that fails so often before it is done. */
function failing(times: number, error: Error = away) {
  const work = async () => {
    work.tried += 1;
    if (work.tried <= times) throw error;
    return 'done';
  };
  work.tried = 0;
  return work;
}

test('work is done once the database is back', async () => {
  const work = failing(1);
  expect(await retryDuringOutage(log, work)).toBe('done');
  expect(work.tried).toBe(2);
});

test('a mistake is thrown at once', async () => {
  const work = failing(1, new Error('a mistake'));
  await expect(retryDuringOutage(log, work)).rejects.toThrow('a mistake');
  expect(work.tried).toBe(1);
});

test('nobody waits who has stopped', async () => {
  const work = failing(1);
  await expect(retryDuringOutage(log, work, () => true)).rejects.toBe(away);
  expect(work.tried).toBe(1);
});
