// What the schema itself holds true, read from the catalogue, so a new column or key is looked at without being named.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  await client.query(`
    insert into companies (id, name) values (1, 'Loja Serena');
    insert into connections (company_id, id, name, channel, webhook_key) values (1, 11, 'Vendas', 'simulator', 'um')`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const namesOf = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);

test('every column for one of a few words or marks has a check', async () => {
  const columns = (checked: string) => `
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname ~ '(^|_)(state|status|channel|profile|rating|rate|ack|kind|direction|wanted|media_type|message_type)$'
      and a.atttypid in ('text'::regtype, 'int2'::regtype, 'int4'::regtype)
      and ${checked} exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.convalidated and k.conkey = array[a.attnum]) order by 1`;
  expect(await namesOf(columns('not'))).toEqual([]);
  expect((await namesOf(columns(''))).length).toBeGreaterThan(15);
});

test('the plans that are written down use indexes that there are', async () => {
  const plans = readFileSync(join(import.meta.dirname, '../../docs/plans.md'), 'utf8');
  const used = [...plans.matchAll(/(?:Scan using|Scan Backward using|Index Scan on) (\w+)/g)].map(([, name]) => name ?? '');
  expect(used.length).toBeGreaterThan(20);
  const there = new Set(await namesOf(`select indexname as name from pg_indexes`));
  expect([...new Set(used)].filter((name) => !there.has(name))).toEqual([]);
});

test('functions that a comment on an index names are there', async () => {
  const comments = await namesOf(`
    select obj_description(c.oid, 'pg_class') as name from pg_class c where c.relkind = 'i' and obj_description(c.oid, 'pg_class') is not null`);
  const named = comments.flatMap((comment) => comment.match(/\b[a-z]+[A-Z]\w+|\bsearch_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(3);
  const src = join(import.meta.dirname, '../src');
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(src, file), 'utf8'))
    .join('\n');
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

test('nothing waits to be validated', async () => {
  expect(await namesOf(`select conname as name from pg_constraint where not convalidated`)).toEqual([]);
});

test('what is dated by its last change is dated later at each, but for what stands in the order of its time, which has a revision', async () => {
  const dated = `
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in ('tickets', 'chats')`;
  expect((await namesOf(dated)).length).toBeGreaterThan(30);
  expect(
    await namesOf(
      `${dated} and not exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgenabled = 'O' and pg_get_triggerdef(t.oid, true) =
          format('CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON %I FOR EACH ROW WHEN (new.updated_at <= old.updated_at) EXECUTE FUNCTION updated_later()', c.relname))`,
    ),
  ).toEqual([]);
});

test('unique keys of companies’ rows name the company, but for those by which it is found', async () => {
  const finding = ['api_keys_hash', 'connections_token', 'connections_webhook', 'pix_charges_txid', 'sessions_id', 'users_email_key'];
  expect(
    await namesOf(`
      select x.indexrelid::regclass::text as name from pg_index x join pg_class c on c.oid = x.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where x.indisunique and c.relnamespace = 'public'::regnamespace and a.attnum <> all(x.indkey::int2[]) order by 1`),
  ).toEqual(finding);
});

test('little waits to be sorted into an index for searches, since each of them reads it', async () => {
  const limits = `select c.relname as name from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'gin'
    where c.relnamespace = 'public'::regnamespace`;
  expect((await namesOf(limits)).length).toBeGreaterThan(3);
  expect(
    await namesOf(
      `${limits} and not exists (select from unnest(c.reloptions) o where split_part(o, '=', 1) = 'gin_pending_list_limit' and split_part(o, '=', 2)::int <= 512)`,
    ),
  ).toEqual([]);
});

test('analyzing makes no parts of names anew, which an index made again would do', async () => {
  const parts = `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'i' and pg_get_indexdef(c.oid, a.attnum, false) like 'contact_parts(%'`;
  expect(await namesOf(parts)).toEqual(['contacts_parts']);
  expect(await namesOf(`${parts} and coalesce(a.attstattarget, -1) <> 0`)).toEqual([]);
});

test('look-ups by key are planned once for all companies, which a function made anew would not be', async () => {
  const once = `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(proconfig)`;
  const lookUps = ['contacts_behind', 'hold_identities', 'hold_message', 'open_chat', 'open_chats', 'settle_sent', 'take_ticks'];
  expect(await namesOf(once)).toEqual(expect.arrayContaining(lookUps));
});

test('no index names what a message, a tick or an attempt changes, so those change their rows in place', async () => {
  const changing = {
    messages: ['state', 'ack', 'is_read', 'fail_reason', 'sent_as', 'updated_at'],
    message_outbox: ['state', 'attempts', 'lease_until', 'next_attempt_at', 'reason', 'updated_at'],
    tickets: [
      'unread_messages',
      'last_message',
      'last_message_type',
      'last_message_from_me',
      'last_message_ack',
      'last_message_failed',
      'last_message_id',
      'last_message_at',
      'last_message_deleted',
      'last_inbound_at',
      'revision',
      'updated_at',
      'automatic_texts',
      'read_up_to',
      'person_at',
      'waiting_since',
      'answered_at',
    ],
  };
  const { rows } = await client.query<{ name: string; indexes: string[] | null }>(
    `select t.name || '.' || t.col as name, (
       select array_agg(i.indexrelid::regclass::text) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = t.col
       where i.indrelid = t.name::regclass and (a.attnum = any (i.indkey::int2[]) or exists (
         select from pg_depend d where d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))) as indexes
     from unnest($1::text[], $2::text[]) as t (name, col)
     where exists (select from pg_attribute a where a.attrelid = t.name::regclass and a.attname = t.col)`,
    [Object.entries(changing).flatMap(([table, columns]) => columns.map(() => table)), Object.values(changing).flat()],
  );
  expect(rows).toHaveLength(Object.values(changing).flat().length);
  expect(rows.filter(({ indexes }) => indexes)).toEqual([]);
});

describe('a message', () => {
  beforeAll(async () => {
    await client.query(`
      insert into contacts (company_id, id, name) values (1, 101, 'Iara'), (1, 102, 'Rui');
      insert into tickets (company_id, id, number, status, contact_id, connection_id) values (1, 1001, 1, 'open', 101, 11);`);
  });
  const insert = (contact: number) =>
    client.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, media_type, state, sent_at)
       values (1, 1001, $1, 11, false, 'conversation', 'received', now())`,
      [contact],
    );

  test('is its ticket’s contact’s, and follows it', async () => {
    await expect(insert(102)).rejects.toMatchObject({ constraint: 'messages_contact_of_ticket' });
    await insert(101);
    await client.query('update tickets set contact_id = 102 where id = 1001');
    expect(await namesOf('select contact_id::text as name from messages')).toEqual(['102']);
  });

  test('goes with its contact', async () => {
    await client.query('delete from contacts where id = 102');
    expect(await namesOf('select id::text as name from messages')).toEqual([]);
  });
});

describe('what triggers keep', () => {
  const one = async (statement: string) => (await client.query<Record<string, unknown>>({ text: statement })).rows[0];

  test('a change that began before another and came after it is dated after it; what changes no date keeps it', async () => {
    await client.query(
      `insert into tags (company_id, id, name, color, updated_at) values (1, 202, 'Nova', '#000000', '2026-11-28T12:00:00.500Z')`,
    );
    const at = (change: string) => one(`update tags set ${change} where id = 202 returning updated_at`);
    const earlier = `updated_at = '2026-11-28T12:00:00.499Z'`;
    expect(await at(earlier)).toEqual({ updated_at: new Date('2026-11-28T12:00:00.501Z') });
    expect(await at(`updated_at = '2026-11-28T12:00:00.501Z'`)).toEqual({ updated_at: new Date('2026-11-28T12:00:00.502Z') });
    expect(await at(`color = '#ffffff'`)).toEqual({ updated_at: new Date('2026-11-28T12:00:00.502Z') });
    expect(await at(`updated_at = '2026-11-28T12:00:01Z'`)).toEqual({ updated_at: new Date('2026-11-28T12:00:01Z') });
  });

  test('a closed ticket has its place by its last change, also when that comes later; an active one has none', async () => {
    await client.query(`
      insert into contacts (company_id, id, name) values (1, 103, 'Ada');
      insert into tickets (company_id, id, number, status, contact_id, connection_id) values (1, 1003, 3, 'open', 103, 11)`);
    const placed = () =>
      one('select closed_updated_at = updated_at as placed, closed_updated_at is null as nowhere from tickets where id = 1003');
    expect(await placed()).toEqual({ placed: null, nowhere: true });
    await client.query(`update tickets set status = 'closed' where id = 1003`);
    expect(await placed()).toEqual({ placed: true, nowhere: false });
    await client.query(`update tickets set queue_id = null, updated_at = now() + interval '1 hour' where id = 1003`);
    expect(await placed()).toEqual({ placed: true, nowhere: false });
    await client.query(`update tickets set status = 'pending' where id = 1003`);
    expect(await placed()).toEqual({ placed: null, nowhere: true });
  });

  test('a contact is found by its name in small letters, by the last eight digits of its number, and by both without accents, as they are now', async () => {
    await client.query(`insert into contacts (company_id, id, name, number) values (1, 104, 'Érica Luz', '5548991234567')`);
    const keys = () => one('select name_key, number_tail, search_key from contacts where id = 104');
    expect(await keys()).toEqual({ name_key: 'érica luz', number_tail: '91234567', search_key: 'erica luz 5548991234567' });
    await client.query(`update contacts set number = '554832220011' where id = 104`);
    expect(await keys()).toEqual({ name_key: 'érica luz', number_tail: '32220011', search_key: 'erica luz 554832220011' });
    await client.query(`update contacts set name = 'Érica SÁ', number = '190' where id = 104`);
    expect(await keys()).toEqual({ name_key: 'érica sá', number_tail: null, search_key: 'erica sa 190' });
  });

  test('the form of a contact that is compared follows the name alone, and nobody can write another', async () => {
    await client.query(`insert into contacts (company_id, id, name, number) values (1, 119, 'Íris Melo', '5548991230000')`);
    const keyOf = (change: string) => one(`update contacts set ${change} where id = 119 returning search_key`);
    expect(await keyOf(`name = 'Íris Sá'`)).toEqual({ search_key: 'iris sa 5548991230000' });
    expect(await keyOf('search_key = null')).toEqual({ search_key: 'iris sa 5548991230000' });
  });

  test('a tag is known by its name in small letters, a person by their address', async () => {
    await client.query(`
      insert into tags (company_id, id, name, color) values (1, 201, 'Urgente', '#000000');
      insert into users (company_id, id, name, email, password_hash) values (1, 301, 'Ana', 'Ana@Loja.example', '');
      update tags set name = 'VIP' where id = 201;
      update users set email = 'ANA@brasa.example' where id = 301`);
    expect(await one('select name_key, email_key from tags t, users u where t.id = 201 and u.id = 301')).toEqual({
      name_key: 'vip',
      email_key: 'ana@brasa.example',
    });
  });

  test("the provider's id goes with the message that it names, and with no other", async () => {
    await client.query(`
      insert into contacts (company_id, id, name) values (1, 105, 'Beto');
      insert into tickets (company_id, id, number, status, contact_id, connection_id) values (1, 1005, 5, 'open', 105, 11);
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, state, sent_as, sent_at)
        select 1, id, 1005, 105, 11, true, 'conversation', 'sent', 'wamid.1', now() from unnest(array[501, 502]) id;
      insert into message_external_ids (company_id, connection_id, external_id, message_id) values (1, 11, 'wamid.1', 501);
      delete from messages where id = 502`);
    const known = () => namesOf('select message_id::text as name from message_external_ids');
    expect(await known()).toEqual(['501']);
    // What goes along goes with the rights of the tables' owner.
    await client.query(`begin; set local app.company_id = 1; delete from tickets where id = 1005; commit`);
    expect(await known()).toEqual([]);
  });
});
