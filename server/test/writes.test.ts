// What other tests rely on to show that nothing was written: that a write is seen.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { tablesOf, type Writes, watchWrites } from './writes.ts';

let database: TestDatabase;
let writes: Writes;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  writes = await watchWrites(database.superUrl);
  // The server's own role.
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`set app.platform = 'on'`);
  await client.query(`insert into plans (id, name, users, connections, queues) overriding system value values (1, 'Plano', 0, 0, 0)`);
  await client.query(`insert into companies (id, name, plan_id) overriding system value values (7, 'Sete', 1), (8, 'Oito', 1)`);
});
afterAll(async () => {
  await client.end();
  await writes.close();
  await database.drop();
});

test('a row added, changed or removed counts once, for its company', async () => {
  expect(await writes.count()).toEqual({ plans: 1, companies: 2 });
  expect(await writes.count({ companyId: 7 })).toEqual({ companies: 1 });
  await client.query(`insert into tags (company_id, name, color) values (8, 'a', '#000000'), (8, 'b', '#000000')`);
  await client.query(`update tags set color = '#111111' where company_id = 8 and name = 'a'`);
  await client.query('delete from tags where company_id = 8');
  expect(await writes.count({ companyId: 8 })).toEqual({ companies: 1, tags: 5 });
  expect(await writes.count({ companyId: 7 })).toEqual({ companies: 1 });
  expect(await writes.count({ except: ['tags', 'plans'] })).toEqual({ companies: 2 });
});

test('what is rolled back, or written as it stood, does not', async () => {
  const before = await writes.count();
  await client.query(`begin; update companies set name = 'Outra' where id = 7; rollback`);
  await client.query(`update companies set name = name where id = 7`);
  expect(await writes.count()).toEqual(before);
});

test('emptying a table counts for every company', async () => {
  const before = await writes.count({ companyId: 7 });
  await client.query('truncate tags cascade');
  expect(await writes.count({ companyId: 7 })).toMatchObject({ ...before, tags: 1 });
});

test('every table is watched', async () => {
  const { rows } = await writes.client.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname in ('watch', 'watch_all') group by 1 having count(*) = 2 order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual((await tablesOf(writes.client)).map(({ name }) => name));
});
