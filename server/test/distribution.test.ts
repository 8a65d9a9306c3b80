// Whether the rows of companies could be spread over several databases by company, as Citus does: read from the catalogue, so that a table, key,
// trigger or function is looked at as soon as it is there. docs/scaling.md says what this is good for, and what is left to do.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const namesOf = async (sql: string, values: unknown[] = []) =>
  (await client.query<{ name: string }>(sql, values)).rows.map(({ name }) => name);

/** Tables of the installation: small enough that each database has all of it, or needed in one place only. */
const ofInstallation = [
  'companies',
  'helps',
  'installation',
  'job_workers',
  'plans',
  'process_calls',
  'schema_migrations',
  'socket_attachments',
  'throttles',
];

const ours = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
const companyOf = (table: string) =>
  `(select a.attnum from pg_attribute a where a.attrelid = ${table} and a.attname = 'company_id' and not a.attisdropped)`;

test('every table has the company of its rows, or is the installation’s', async () => {
  const without = await namesOf(`select c.relname as name from pg_class c where ${ours} and ${companyOf('c.oid')} is null order by 1`);
  expect(without).toEqual([...ofInstallation].sort());
});

test('nobody else’s row can have the company’s: it is never null', async () => {
  expect(
    await namesOf(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where ${ours} and not a.attnotnull order by 1`),
  ).toEqual([]);
});

test('every primary key names the company', async () => {
  expect(
    await namesOf(`
      select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where ${ours} and k.contype = 'p' and ${companyOf('c.oid')} is not null and ${companyOf('c.oid')} <> all(k.conkey) order by 1`),
  ).toEqual([]);
});

test('a row refers to rows of its own company only, or to the installation’s', async () => {
  // Both sides of the key name the company, at the same place in it; a company itself is named by its id.
  expect(
    await namesOf(
      `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
       where ${ours} and k.contype = 'f' and ${companyOf('c.oid')} is not null and t.relname <> all($1)
         and array_position(k.conkey, ${companyOf('c.oid')}) is distinct from array_position(k.confkey, ${companyOf('t.oid')}) order by 1`,
      [ofInstallation],
    ),
  ).toEqual([]);
});

test('the installation’s tables refer to no company', async () => {
  expect(
    await namesOf(
      `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
       where ${ours} and k.contype = 'f' and c.relname <> 'companies' and c.relname = any($1) and (t.relname = 'companies' or t.relname <> all($1)) order by 1`,
      [ofInstallation],
    ),
  ).toEqual([]);
});

// Citus refuses these; each more is one more thing to do by hand, and docs/scaling.md says how many there are.
test('keys that forget what is gone are thirteen, and one follows a change', async () => {
  expect(
    await namesOf(`
      select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where ${ours} and k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype <> 'a') order by 1`),
  ).toEqual([
    'attendances_company_id_ticket_id_fkey',
    'campaign_shippings_company_id_contact_id_fkey',
    'campaign_shippings_company_id_message_id_fkey',
    'campaigns_company_id_contact_list_id_fkey',
    'campaigns_company_id_file_list_id_fkey',
    'connections_company_id_integration_id_fkey',
    'contact_consents_company_id_contact_id_fkey',
    'imports_company_id_list_id_fkey',
    'integration_deliveries_company_id_ticket_id_fkey',
    'messages_contact_of_ticket',
    'pings_company_id_note_id_fkey',
    'queues_company_id_integration_id_fkey',
    'scheduled_messages_company_id_file_list_id_fkey',
    'user_ratings_company_id_ticket_id_fkey',
  ]);
});

test('triggers that do more than date a change are twenty-one, of which one is of a whole statement and one of a table that is nobody’s', async () => {
  const triggers = await namesOf(
    `select g.tgname || case when g.tgtype & 1 = 0 then ' of a statement' when c.relname <> 'companies' and c.relname = any($1) then ' of ' || c.relname else '' end as name
     from pg_trigger g join pg_class c on c.oid = g.tgrelid where ${ours} and not g.tgisinternal and g.tgname <> 'updated_later' order by 1`,
    [ofInstallation],
  );
  expect(triggers).toHaveLength(21);
  expect(triggers.filter((name) => name.includes(' of '))).toEqual([
    'configuration_changed of plans',
    'messages_forget_external_ids of a statement',
  ]);
});

test('functions with rights of their own look at the rows of the current company', async () => {
  expect(
    await namesOf(`
      select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and p.prosrc not like '%current_company()%' order by 1`),
  ).toEqual([]);
});
