import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../test/client.ts';
import { createEmptyDatabase, createTestDatabase, overTcp, type TestDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';
import { migrationsDir, readMigrations, runsOutside } from './migration-files.ts';

const outside = (sql: string) => `-- outside a transaction\n${sql}`;

let database: TestDatabase;
let dir: string;
const clients: pg.Client[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  await query('truncate schema_migrations');
  dir = mkdtempSync(join(tmpdir(), 'migrations-'));
});

afterEach(async () => {
  rmSync(dir, { recursive: true });
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
});

test('the template has every migration, so nothing is left to apply', async () => {
  const fresh = await createTestDatabase();
  expect(await migrate(fresh.url)).toEqual({ applied: [] });
  await fresh.drop();
});

test('files are applied once, in order', async () => {
  write('0002_second.sql', 'insert into steps values (2);');
  write('0001_first.sql', 'create table steps (n int); insert into steps values (1);');
  expect(await migrate(database.url, dir)).toEqual({ applied: ['0001_first.sql', '0002_second.sql'] });
  expect(await migrate(database.url, dir)).toEqual({ applied: [] });
  write('0003_third.sql', 'insert into steps values (3);');
  expect(await migrate(database.url, dir)).toEqual({ applied: ['0003_third.sql'] });
  expect(await query('select n from steps order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('processes that start together apply each file once', async () => {
  write('0001_first.sql', 'create table steps (n int);');
  write('0002_second.sql', 'insert into steps values (2);');
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, dir)));
  expect(runs.flatMap((run) => run.applied).sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await query('select n from steps')).toEqual([{ n: 2 }]);
});

test('a file changed after it was applied stops the start', async () => {
  write('0001_first.sql', 'create table steps (n int);');
  await migrate(database.url, dir);
  write('0001_first.sql', 'create table steps (n bigint);');
  await expect(migrate(database.url, dir)).rejects.toThrow('Migration 0001_first.sql was changed');
});

test('a database newer than the files stops the start', async () => {
  write('0001_first.sql', 'select 1;');
  await migrate(database.url, dir);
  rmSync(join(dir, '0001_first.sql'));
  await expect(migrate(database.url, dir)).rejects.toThrow('0001_first.sql, which this version does not know');
});

test('a file numbered before an applied one is refused', async () => {
  write('0002_second.sql', 'select 1;');
  await migrate(database.url, dir);
  write('0001_first.sql', 'select 1;');
  await expect(migrate(database.url, dir)).rejects.toThrow('0001_first.sql comes before 0002_second.sql');
});

test('a failing file leaves nothing behind and names its line', async () => {
  write('0001_first.sql', 'create table steps (n int);\ninsert into nowhere values (1);');
  await expect(migrate(database.url, dir)).rejects.toThrow('Migration 0001_first.sql:2 failed: relation "nowhere" does not exist');
  expect(await query(`select to_regclass('steps') as steps`)).toEqual([{ steps: null }]);
});

test('a file outside a transaction runs statement by statement, once, also when processes start together', async () => {
  write('0001_first.sql', 'create table steps (n int);');
  write(
    '0002_second.sql',
    outside(`
      create index concurrently if not exists steps_n on steps (n);
      do $$ begin for i in 1..3 loop insert into steps values (i); commit; end loop; end $$;`),
  );
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, dir)));
  expect(runs.flatMap((run) => run.applied).sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await query('select n from steps order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await indexes()).toEqual([{ name: 'steps_n', valid: true }]);
});

test('each file of ours that runs outside a transaction may run again over what it made', { timeout: 120_000 }, async () => {
  const empty = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    for (const migration of readMigrations()) {
      cpSync(join(migrationsDir(), migration.name), join(dir, migration.name));
      if (!runsOutside(migration)) continue;
      await migrate(empty.url, dir);
      await client.query('delete from schema_migrations where name = $1', [migration.name]);
      expect(await migrate(empty.url, dir)).toEqual({ applied: [migration.name] });
    }
  } finally {
    await client.end();
    await empty.drop();
  }
});

test('half an index that a killed process left is made anew', async () => {
  write('0001_first.sql', 'create table steps (n int); insert into steps values (1), (1);');
  await migrate(database.url, dir);
  await expect(query('create unique index concurrently steps_n on steps (n)')).rejects.toThrow('could not create unique index');
  expect(await indexes()).toEqual([{ name: 'steps_n', valid: false }]);
  await query('delete from steps where ctid = (select min(ctid) from steps)');
  write('0002_second.sql', outside('create unique index concurrently if not exists steps_n on steps (n);'));
  await migrate(database.url, dir);
  expect(await indexes()).toEqual([{ name: 'steps_n', valid: true }]);
});

test('an index that cannot be made leaves no half one behind, names its line, and can be repeated', async () => {
  write('0001_first.sql', 'create table steps (n int); insert into steps values (1), (1);');
  write(
    '0002_second.sql',
    outside('alter table steps add column if not exists m int;\n\ncreate unique index concurrently if not exists steps_n on steps (n);'),
  );
  await expect(migrate(database.url, dir)).rejects.toThrow('Migration 0002_second.sql:4 failed: could not create unique index');
  expect(await indexes()).toEqual([]);
  await query('truncate steps');
  expect(await migrate(database.url, dir)).toEqual({ applied: ['0002_second.sql'] });
  expect(await indexes()).toEqual([{ name: 'steps_n', valid: true }]);
});

test('while a table is in use, a migration steps aside for those who wait behind it, and is done afterwards', async () => {
  write('0001_first.sql', 'create table steps (n int);');
  await migrate(database.url, dir);
  write('0002_second.sql', 'alter table steps add column m int;');
  const [reader, next] = [await connect(), await connect()];
  await reader.query('begin');
  await reader.query('select * from steps');
  const waits: string[] = [];
  const migrating = migrate(database.url, dir, { log: (message) => waits.push(message) });
  await until(async () => {
    const rows = await query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    return rows.length > 0;
  });
  const from = performance.now();
  await next.query('insert into steps values (1)');
  expect(performance.now() - from).toBeLessThan(3_000);
  await reader.query('commit');
  expect(await migrating).toEqual({ applied: ['0002_second.sql'] });
  expect(waits[0]).toBe('Migration 0002_second.sql waits until others are done with a table (attempt 1).');
});

test('a migration that never gets its table gives up, naming itself', async () => {
  write('0001_first.sql', 'create table steps (n int);');
  await migrate(database.url, dir);
  write('0002_second.sql', 'alter table steps add column m int;');
  const reader = await connect();
  await reader.query('begin; select * from steps');
  await expect(migrate(database.url, dir, { patienceMs: 0 })).rejects.toThrow(
    'Migration 0002_second.sql failed: canceling statement due to lock',
  );
});

test('a migration takes as long as it takes, whatever the installation allows its statements', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await query(`alter database ${name} set statement_timeout = 300`);
  write('0001_first.sql', 'create table steps (n int); select pg_sleep(0.5);');
  write('0002_second.sql', outside('select pg_sleep(0.5);'));
  expect(await migrate(database.url, dir)).toEqual({ applied: ['0001_first.sql', '0002_second.sql'] });
});

test('the turn of a process whose machine vanished is over soon', async () => {
  write('0001_first.sql', `create table steps as select current_setting('tcp_keepalives_idle') as idle;`);
  await migrate(overTcp(database.url), dir);
  expect(await query('select idle from steps')).toEqual([{ idle: '5' }]);
});

test.for([
  ['in a transaction', (sql: string) => sql],
  ['outside one', outside],
] as const)('a migration %s that loses its connection says so, and is done by the next', async ([, file]) => {
  // It counts rolled back times too.
  write('0001_first.sql', 'create table steps (n int); create sequence times;');
  await migrate(database.url, dir);
  write(
    '0002_second.sql',
    file(`select case nextval('times') when 1 then pg_terminate_backend(pg_backend_pid()) end;\ninsert into steps values (1);`),
  );
  await expect(migrate(database.url, dir)).rejects.toThrow('Migration 0002_second.sql');
  expect(await migrate(database.url, dir)).toEqual({ applied: ['0002_second.sql'] });
  expect(await query('select n from steps')).toEqual([{ n: 1 }]);
});

const indexes = () =>
  query(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'steps'::regclass`);

function write(name: string, sql: string): void {
  writeFileSync(join(dir, name), sql);
}

/** Until the test ends. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.superUrl });
  clients.push(client);
  await client.connect();
  return client;
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
