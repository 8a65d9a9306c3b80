import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
let dir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await query('truncate schema_migrations');
  dir = mkdtempSync(join(tmpdir(), 'migrations-'));
});

afterEach(async () => {
  rmSync(dir, { recursive: true });
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

test('two files with one number are refused', () => {
  write('0001_first.sql', '');
  write('0001_other.sql', '');
  expect(() => readMigrations(dir)).toThrow('0001_first.sql and 0001_other.sql have the same number');
});

function write(name: string, sql: string): void {
  writeFileSync(join(dir, name), sql);
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
