import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createPool } from './pool.ts';

async function givenPool(max: number) {
  const database = await createTestDatabase();
  const pool = createPool(database.superUrl, { max, onError: () => undefined });
  onTestFinished(async () => {
    vi.useRealTimers();
    await pool.close();
    await database.drop();
  });
  return pool;
}

test('connections are opened together and stay open while nobody needs them', async () => {
  const { raw, open } = await givenPool(4);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open();
  vi.advanceTimersByTime(24 * 3_600_000);
  expect([raw.totalCount, raw.idleCount]).toEqual([4, 4]);
});

test('the connections of a database that is away are opened when they are asked for', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:9/none', { max: 4, onError: () => undefined });
  onTestFinished(() => pool.close());
  await pool.open();
  expect(pool.raw.totalCount).toBe(0);
});
