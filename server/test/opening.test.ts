// The connections to the database are there before the first request is.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/app.ts';
import { createGateways } from '../src/gateways/gateways.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { appConfig } from './app-config.ts';
import { createTestDatabase } from './database.ts';
import { testLog } from './log.ts';

test('a process that listens has opened all connections of its pool', async () => {
  const { url, superUrl, drop } = await createTestDatabase();
  const onlooker = new pg.Client({ connectionString: superUrl });
  await onlooker.connect();
  const app = await createApp({
    config: appConfig({ roles: new Set(['web']), databasePool: 12 }),
    database: { url, directUrl: url },
    gateways: createGateways({ graphUrl: 'http://127.0.0.1:9', dataDir: '/nowhere' }),
    secrets: createSecrets('a secret of thirty-two characters or more'),
    log: testLog(),
    now: systemClock,
  });
  onTestFinished(async () => {
    await app.close();
    await onlooker.end();
    await drop();
  });
  await app.listen(0, '127.0.0.1');
  const { rows } = await onlooker.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'balcao'`,
  );
  expect(rows).toEqual([{ count: 12 }]);
});
