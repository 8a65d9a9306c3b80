import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { testLog } from '../../../test/log.ts';
import { startDatabaseClock } from './database-clock.ts';

const hour = 3_600_000;
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
afterEach(() => void vi.useRealTimers());

test('the time is that of the database, whatever the clock of the machine says and becomes', async () => {
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real - hour });
  const clock = await startDatabaseClock(pool, testLog());
  expect(Math.abs(clock.now().getTime() - real)).toBeLessThan(5_000);
  vi.setSystemTime(real + 5 * hour);
  expect(Math.abs(clock.now().getTime() - real)).toBeLessThan(5_000);
  clock.stop();
});

test('an answer that does not come changes nothing, and a later one corrects the time', async () => {
  let away = false;
  let ahead = 0;
  const asked: string[] = [];
  const query = async () => {
    asked.push(away ? 'away' : 'there');
    if (away) throw new Error('connect ECONNREFUSED');
    return { rows: [{ ms: Date.now() + ahead }] };
  };
  const clock = await startDatabaseClock({ query } as unknown as pg.Pool, testLog(), 10);
  away = true;
  await expect.poll(() => asked.filter((answer) => answer === 'away').length).toBeGreaterThan(1);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000);
  away = false;
  ahead = hour;
  await expect.poll(() => Math.abs(clock.now().getTime() - Date.now() - hour)).toBeLessThan(5_000);
  clock.stop();
});
