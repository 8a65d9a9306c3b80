// A database that is in use is brought to this version: what is in it follows, in every company.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';
import { readMigrations } from '../src/platform/db/migration-files.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';

/** The last migration of a version that people run. */
const released = '0011_tag_authors.sql';
const migrations = join(import.meta.dirname, '../migrations');

const rows = `
  insert into companies (id, name) values (1, 'Loja Serena'), (2, 'Oficina Brasa');
  insert into connections (company_id, id, name, channel, webhook_key)
    values (1, 11, 'Vendas', 'simulator', 'um'), (2, 21, 'Oficina', 'simulator', 'dois');
  insert into contacts (company_id, id, name, number, is_group)
    values (1, 101, 'Equipe', '', true), (1, 102, 'Iara', '5548905550142', false), (2, 201, 'Clube', '', true);
  insert into tickets (company_id, id, status, contact_id, connection_id)
    values (1, 1001, 'open', 101, 11), (1, 1002, 'closed', 102, 11), (2, 1003, 'pending', 201, 21);
  insert into attendances (company_id, ticket_id, contact_id, queued_at, finished_at) values (1, 1002, 102, '2026-03-02', '2026-03-03');
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, external_id, client_key, body, media_type, state, ack, read, fail_reason, attempts, next_attempt_at, sent_at)
    values (1, 501, 1001, 101, 11, false, 'in-1', null, 'Bom dia', 'conversation', 'received', 0, true, null, 0, null, '2026-03-02'),
      (1, 502, 1001, 101, 11, true, 'out-1', 'k:1', 'Pois não', 'conversation', 'delivered', 2, true, null, 1, null, '2026-03-02'),
      (1, 503, 1001, 101, 11, true, null, 'k:2', 'Espera', 'conversation', 'queued', 0, true, 'connection_down', 2, '2026-03-04', '2026-03-03'),
      (2, 504, 1003, 201, 21, true, null, 'k:3', 'A caminho', 'conversation', 'sending', 0, true, null, 1, '2026-03-05', '2026-03-03'),
      (2, 505, 1003, 201, 21, false, 'in-2', null, 'Ainda não li', 'conversation', 'received', 0, false, null, 0, null, '2026-03-03');
  insert into imports (company_id, id, file_key, file_name, mapping)
    values (1, 31, '1/a', 'clientes.xlsx', '{"name": 0, "number": 1, "email": null}');
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, state, sent_at)
    values (1, 5001, 1002, 102, 11, false, 'conversation', 'received', now()), (1, 5002, 1002, 101, 11, false, 'conversation', 'received', now());
  insert into inbound_events (company_id, connection_id, key, payload, received_at, processed_at, attempts, next_attempt_at, error) values
    (1, 11, 'm:ontem', '{"kind": "message"}', now() - interval '1 day', now() - interval '1 day', 0, null, null),
    (1, 11, 'm:agora', '{"kind": "message"}', now(), now(), 0, null, null),
    (2, 21, 'm:espera', '{"kind": "message"}', now(), null, 1, now() + interval '1 hour', 'cedo'),
    (2, 21, 'm:desistido', '{"kind": "status"}', now() - interval '6 days', null, 8, null, 'nunca');
`;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'released-'));
  for (const { name } of readMigrations(migrations)) if (name <= released) cpSync(join(migrations, name), join(dir, name));
  await migrate(database.url, dir);
  rmSync(dir, { recursive: true });
  client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  await client.query(rows);
  await migrate(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const read = async (sql: string) => (await client.query<Record<string, unknown>>({ text: sql })).rows;

test('tickets keep the number people know, and the next one of a company follows its last', async () => {
  expect(await read('select id::int, number::int from tickets order by id')).toEqual([
    { id: 1001, number: 1001 },
    { id: 1002, number: 1002 },
    { id: 1003, number: 1003 },
  ]);
  expect(await read('select company_id::int, last::int from ticket_numbers order by company_id')).toEqual([
    { company_id: 1, last: 1002 },
    { company_id: 2, last: 1003 },
  ]);
});

test('a conversation tells that it was closed', async () => {
  expect(await read('select ticket_id::int, kind, by_user_id from ticket_moves')).toEqual([
    { ticket_id: 1002, kind: 'closed', by_user_id: null },
  ]);
});

test('a ticket of a group is a group’s', async () => {
  expect(await read('select id::int from tickets where is_group order by id')).toEqual([{ id: 1001 }, { id: 1003 }]);
});

test('an import that waits says that no column becomes a custom field', async () => {
  expect(await read('select mapping from imports')).toEqual([{ mapping: { name: 0, number: 1, email: null, fields: [] } }]);
});

test('what came in before is recognised when it is delivered again, and what failed is still there to be tried or looked at', async () => {
  const known = async (company: number, connection: number, key: string) =>
    (await client.query(`select not note_inbound($1, $2, $3, current_date) as known`, [company, connection, key])).rows[0]?.known;
  for (const key of ['m:ontem', 'm:agora']) expect([key, await known(1, 11, key)]).toEqual([key, true]);
  for (const key of ['m:espera', 'm:desistido']) expect([key, await known(2, 21, key)]).toEqual([key, true]);
  expect(await known(2, 21, 'm:agora')).toBe(false);
  expect(await read(`select company_id::int, key, payload ->> 'kind' as kind, attempts, error from inbound_events order by key`)).toEqual([
    { company_id: 2, key: 'm:desistido', kind: 'status', attempts: 8, error: 'nunca' },
    { company_id: 2, key: 'm:espera', kind: 'message', attempts: 1, error: 'cedo' },
  ]);
  expect(
    await read('select (select count(*)::int from inbound_keys_rest) as keys, (select count(*)::int from inbound_events_rest) as events'),
  ).toEqual([{ keys: 0, events: 0 }]);
});

test('a message has the contact of its ticket', async () => {
  expect(await read('select id::int, contact_id::int from messages where id > 5000 order by id')).toEqual([
    { id: 5001, contact_id: 102 },
    { id: 5002, contact_id: 102 },
  ]);
});

test('what was to be sent is in the outbox as it stood, and no other message', async () => {
  expect(
    await read(
      `select company_id::int, message_id::int, state, attempts, lease_until::date::text as lease, next_attempt_at::date::text as next, reason from message_outbox order by message_id`,
    ),
  ).toEqual([
    { company_id: 1, message_id: 503, state: 'queued', attempts: 2, lease: null, next: '2026-03-04', reason: 'connection_down' },
    { company_id: 2, message_id: 504, state: 'sending', attempts: 1, lease: '2026-03-05', next: null, reason: null },
  ]);
  expect(await read('select id::int, state, ack, is_read, fail_reason, external_id from messages where id < 1000 order by id')).toEqual([
    { id: 501, state: 'received', ack: 0, is_read: true, fail_reason: null, external_id: 'in-1' },
    { id: 502, state: 'delivered', ack: 2, is_read: true, fail_reason: null, external_id: 'out-1' },
    { id: 503, state: 'queued', ack: 0, is_read: true, fail_reason: null, external_id: null },
    { id: 504, state: 'queued', ack: 0, is_read: true, fail_reason: null, external_id: null },
    { id: 505, state: 'received', ack: 0, is_read: false, fail_reason: null, external_id: 'in-2' },
  ]);
});

test('closed tickets are listed in the order of their last change', async () => {
  expect(await read('select id::int, closed_updated_at = updated_at as placed from tickets order by id')).toEqual([
    { id: 1001, placed: null },
    { id: 1002, placed: true },
    { id: 1003, placed: null },
  ]);
});

test('contacts that were there before have the form in which they are searched', async () => {
  expect(await read('select id::int, search_key from contacts order by id')).toEqual([
    { id: 101, search_key: 'equipe ' },
    { id: 102, search_key: 'iara 5548905550142' },
    { id: 201, search_key: 'clube ' },
  ]);
});
