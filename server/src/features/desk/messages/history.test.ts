// What a phone tells of the past: all of it is there, and nobody is woken by it.

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany } from '../../../../test/people.ts';
import { jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { finishHistory, receiveHistory } from './actions/in/receive-history.ts';

let world: World;
let admin: Client;
let whatsappId: number;
const hour = 3_600_000;

beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  whatsappId = await givenPhone(admin);
  await platformTransaction(world.app.base, ({ db }) =>
    sql`update connections set import_pending_hours = 48 where id = ${whatsappId}`.execute(db),
  );
});
afterAll(() => world.close());

const system = () => asSystem(world.app.base, mintCompanyId(admin.user.companyId));
const ago = (hours: number) => new Date(world.clock.now().getTime() - hours * hour).toISOString();
const said = (number: string, id: string, hours: number, more: Partial<Extract<Inbound, { kind: 'message' }>> = {}): Inbound => ({
  key: `m:${id}`,
  kind: 'message',
  externalId: id,
  chat: [{ kind: 'wa_pn', value: number }],
  participant: null,
  name: 'Cliente',
  fromMe: false,
  sentAt: ago(hours),
  content: { type: 'text', body: `texto ${id}` },
  quotedExternalId: null,
  forwarded: false,
  history: true,
  ...more,
});
const ticketsOf = async (search: string) => (await admin.call('GET /tickets', { query: { searchParam: search, showAll: true } })).tickets;
const count = (table: 'messages' | 'attendances' | 'inbound_keys' | 'inbound_events' | 'contacts') =>
  platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)} where company_id = ${admin.user.companyId}`.execute(db);
    return rows[0]?.n ?? 0;
  });

test('hundreds of messages of many chats are stored once, each chat in one closed ticket at its time, told in one word', async () => {
  const chats = Array.from({ length: 12 }, (_, c) => `55119700000${String(c).padStart(2, '0')}`);
  const events = chats.flatMap((number, c) =>
    Array.from({ length: 50 }, (_, m) =>
      said(number, `h${c}-${m}`, 1000 - m, { fromMe: m % 2 === 1, quotedExternalId: m === 49 ? `h${c}-0` : null }),
    ),
  );
  const socket = await admin.socket();
  const names: string[] = [];
  socket.onAny((name: string) => names.push(name));
  const read = (externalId: string): Inbound => ({
    key: `s:${externalId}`,
    kind: 'status',
    externalId,
    clientKey: null,
    status: 'read',
    at: ago(1),
    reason: null,
    recipient: null,
  });
  await receiveHistory(system(), whatsappId, [...events, read('h3-49')]);
  await receiveHistory(system(), whatsappId, events.toReversed());
  await until(() => names.filter((name) => name.endsWith('-history')).length === 2);
  socket.close();
  expect(names.filter((name) => /-(appMessage|ticket)$/.test(name))).toEqual([]);
  expect(names.filter((name) => name.endsWith('-contact'))).toEqual([]);
  expect(names.filter((name) => name.endsWith('-contacts'))).toHaveLength(2);
  expect(await count('messages')).toBe(600);
  expect(await count('contacts')).toBe(12);
  expect(await count('attendances')).toBe(0);
  const [ticket, ...others] = await ticketsOf(chats[3] ?? '');
  expect(others).toEqual([]);
  expect(ticket).toMatchObject({ status: 'closed', unreadMessages: 0, lastMessage: 'texto h3-49', lastMessageFromMe: true });
  expect(Date.parse(ticket?.updatedAt ?? '')).toBeLessThan(Date.parse(ago(950)));
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket?.id ?? 0 } });
  expect(messages.at(-1)).toMatchObject({ body: 'texto h3-49', quotedMsg: { body: 'texto h3-0' }, read: true, ack: 3, state: 'read' });
});

test('a chat that waits for an answer since a short while begins to wait, once; others stay closed', async () => {
  const [fresh, answered, stale] = ['5511970001001', '5511970001002', '5511970001003'];
  await receiveHistory(system(), whatsappId, [
    said(fresh, 's1', 5),
    said(answered, 's2', 5),
    said(answered, 's3', 4, { fromMe: true }),
    said(stale, 's4', 72),
  ]);
  await finishHistory(system(), whatsappId);
  await finishHistory(system(), whatsappId);
  expect(await ticketsOf(fresh)).toMatchObject([{ status: 'pending', unreadMessages: 0, lastMessage: 'texto s1' }]);
  expect(await ticketsOf(answered)).toMatchObject([{ status: 'closed' }]);
  expect(await ticketsOf(stale)).toMatchObject([{ status: 'closed' }]);
  expect(await count('attendances')).toBe(1);
  const [ticket] = await ticketsOf(fresh);
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket?.id ?? 0 }, body: { status: 'closed' } });
  await finishHistory(system(), whatsappId);
  expect(await ticketsOf(fresh)).toMatchObject([{ status: 'closed' }]);
});

test('history goes into a conversation that is under way without touching it', async () => {
  const number = '5511970002001';
  await receiveEvents(system(), whatsappId, [said(number, 'l1', 0, { history: false })]);
  const [before] = await ticketsOf(number);
  await receiveHistory(system(), whatsappId, [said(number, 'l0', 30), said(number, 'l1', 0)]);
  const [after, ...others] = await ticketsOf(number);
  expect(others).toEqual([]);
  expect(after).toMatchObject({
    id: before?.id,
    status: 'pending',
    unreadMessages: 1,
    lastMessage: 'texto l1',
    updatedAt: before?.updatedAt,
  });
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: after?.id ?? 0 }, query: { peek: true } });
  expect(messages.map(({ body }) => body)).toEqual(['texto l0', 'texto l1']);
});

test('what concerns messages that nobody told of is dropped; one bad message does not take the others with it', async () => {
  const number = '5511970003001';
  const owner = new pg.Client({ connectionString: world.database.superUrl });
  await owner.connect();
  await owner.query(`alter table messages add constraint refusing check (body <> 'texto b2')`);
  await owner.end();
  const [journal, failed] = [await count('inbound_keys'), await count('inbound_events')];
  await receiveHistory(system(), whatsappId, [
    said(number, 'b1', 10),
    said(number, 'b2', 9),
    said(number, 'b3', 8),
    {
      key: 'r:x',
      kind: 'reaction',
      targetExternalId: 'unknown',
      chat: [{ kind: 'wa_pn', value: number }],
      fromMe: false,
      emoji: '👍',
      sentAt: ago(7),
    },
  ]);
  const [ticket] = await ticketsOf(number);
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket?.id ?? 0 } });
  expect(messages.map(({ body }) => body)).toEqual(['texto b1', 'texto b3']);
  // The bad one is kept with its error, beside the two that were taken in one by one.
  expect(await count('inbound_keys')).toBe(journal + 3);
  expect(await count('inbound_events')).toBe(failed + 1);
  await platformTransaction(world.app.base, ({ db }) =>
    sql`delete from inbound_events where company_id = ${admin.user.companyId}`.execute(db),
  );
});

test('files of the past are fetched when somebody looks', async () => {
  const number = '5511970004001';
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await world.app.base.gateways.files.put('simulator/old.png', png, { mime: 'image/png' });
  const media = { id: 'simulator/old.png', mime: 'image/png', sha256: null, size: png.length, filename: null };
  await receiveHistory(system(), whatsappId, [said(number, 'f1', 20, { content: { type: 'media', as: 'image', caption: '', media } })]);
  await jobsDone(world);
  const [ticket] = await ticketsOf(number);
  const state = async (peek: boolean) =>
    (await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket?.id ?? 0 }, query: { peek } })).messages[0]?.mediaState;
  expect(await state(true)).toBe('pending');
  expect(await state(false)).toBe('pending');
  await until(async () => (await state(true)) === 'ready');
});
