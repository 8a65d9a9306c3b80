import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createPool, type Pool } from './pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.superUrl, { max: 1, onError: () => undefined });
  await pool.raw.query('create table notes (text text not null)');
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const write = (setting: string, text: string | null) =>
  pool.db.transaction().execute(async (db) => {
    await sql`set local ${sql.raw(setting)}`.execute(db);
    await sql`insert into notes values (${text})`.execute(db);
  });
const written = async () => (await pool.raw.query<{ text: string }>('select text from notes order by text')).rows.map(({ text }) => text);

test('what goes ahead of a statement and fails makes the statement fail, and nothing is written', async () => {
  await expect(write("statement_timeout = 'no time'", 'alone')).rejects.toThrow('statement_timeout');
  await expect(write("app.company_id = '1'", null)).rejects.toThrow('not-null');
  await write("app.company_id = '1'", 'whole');
  expect(await written()).toEqual(['whole']);
});

test('the connection of a transaction that only read is used at once, by one that knows nothing of it', async () => {
  const company = (id: number) =>
    pool.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (db) => {
        await sql`set local app.company_id = ${sql.lit(String(id))}`.execute(db);
        const { rows } = await sql<{ is: string }>`select current_setting('app.company_id') || ${'!'} as is`.execute(db);
        return rows[0]?.is;
      });
  const said = await Promise.all([1, 2, 3, 4].map(company));
  expect(said).toEqual(['1!', '2!', '3!', '4!']);
  const { rows } = await pool.raw.query(`select coalesce(current_setting('app.company_id', true), '') as is`);
  expect(rows).toEqual([{ is: '' }]);
  await write("app.company_id = '1'", 'written after reading');
  expect(await written()).toContain('written after reading');
});
