import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, overTcp } from '../../../test/database.ts';
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
  await raw.query('select 1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open();
  vi.advanceTimersByTime(24 * 3_600_000);
  expect([raw.totalCount, raw.idleCount]).toEqual([4, 4]);
});

test('a connection that is open is not kept until the slowest is', async () => {
  const database = await createTestDatabase();
  const target = Number(new URL(database.superUrl).port);
  let connections = 0;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    connections += 1;
    if (connections === 1) near.pipe(connect(target, '127.0.0.1')).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pool = createPool(overTcp(database.superUrl, (server.address() as AddressInfo).port), {
    max: 4,
    onError: () => undefined,
    connectMs: 1_000,
  });
  onTestFinished(async () => {
    await pool.close();
    server.close();
    await database.drop();
  });
  const opened = pool.open().then(() => 'all are open');
  expect(await Promise.race([opened, pool.raw.query('select 1').then(() => 'one answers')])).toBe('one answers');
  await opened;
  expect(pool.raw.totalCount).toBe(1);
});

test('the connections of a database that is away are opened when they are asked for', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:9/none', { max: 4, onError: () => undefined });
  onTestFinished(() => pool.close());
  await pool.open();
  expect(pool.raw.totalCount).toBe(0);
});

test('closing leaves no connection open, even if they are just being opened, and only asked for by themselves', async () => {
  const { raw, open, close } = await givenPool(4);
  const opened = open();
  await close();
  await opened;
  expect([raw.totalCount, raw.ended]).toEqual([0, true]);
});
