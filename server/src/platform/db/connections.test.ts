import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../../../test/client.ts';
import { createWorld } from '../../../test/world.ts';
import { builtInPoolMax, readEnv } from '../../env.ts';
import { connectionsBeside, connectionsOf } from './connections.ts';
import { builtInConnections } from './embedded-settings.ts';

const roles = new Set(['web', 'worker', 'connections'] as const);

test('a process under load holds no more connections than it says', async () => {
  const config = { databasePool: 4, roles, cluster: true };
  const world = await createWorld({ config });
  onTestFinished(world.close);
  const onlooker = new pg.Client({ connectionString: world.database.superUrl });
  await onlooker.connect();
  onTestFinished(() => onlooker.end());
  const operator = await signIn(world.url, world.operator.email, world.operator.password);
  let most = 0;
  let asking = true;
  const looking = (async () => {
    while (asking) {
      const { rows } = await onlooker.query<{ n: number }>(
        'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      most = Math.max(most, rows[0]?.n ?? 0);
    }
  })();
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 40 }, () => operator.call('GET /tickets', { query: {} })));
  asking = false;
  await looking;
  expect(most).toBeGreaterThan(config.databasePool + connectionsBeside.calls);
  expect(most).toBeLessThanOrEqual(connectionsOf(config));
});

test('the largest pool leaves the built-in database connections for the rest of its process', () => {
  expect(connectionsOf({ databasePool: builtInPoolMax, roles, cluster: true })).toBeLessThanOrEqual(builtInConnections - 3);
  const tooMany = { DATABASE_POOL: String(builtInPoolMax + 1) };
  expect(() => readEnv(tooMany)).toThrow(`DATABASE_POOL: the built-in database takes ${builtInPoolMax} at most`);
  expect(readEnv({ ...tooMany, DATABASE_URL: 'postgres://balcao@db/balcao' }).databasePool).toBe(builtInPoolMax + 1);
});

test.each([
  [{ databasePool: 12, roles, cluster: false }, 21],
  [{ databasePool: 12, roles, cluster: true }, 25],
  [{ databasePool: 12, roles, cluster: true, redisUrl: 'redis://cache' }, 22],
  [{ databasePool: 12, roles: new Set(['web'] as const), cluster: true }, 17],
  [{ databasePool: 12, roles: new Set(['worker'] as const), cluster: true }, 24],
])('%o: %i, as README.md says', (config, count) => {
  expect(connectionsOf(config)).toBe(count);
});
