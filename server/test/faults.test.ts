// The server dies between any two steps of the way in and the way out. After a restart nothing is missing and nothing was sent twice.

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, signIn, until } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type FakeGraph, startFakeGraph } from './fake-graph/server.ts';
import { givenCloudNumber } from './given.ts';
import { givenCompany, password } from './people.ts';
import { type ServerProcess, serverEnv, startServer } from './server-process.ts';

let database: TestDatabase;
let graph: FakeGraph;
let dataDir: string;
let env: Record<string, string>;
let server: ServerProcess;
let email: string;
let phoneNumberId: string;
let sql: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  graph = await startFakeGraph();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-faults-'));
  env = await serverEnv(database, dataDir, { GRAPH_API_URL: graph.url, FAULT_POINT: 'later' });
  sql = new pg.Pool({ connectionString: database.superUrl, max: 2 });
  sql.on('error', () => undefined);
  server = await startServer(env);
  const admin = await givenCompany(server.url, 'Construtora Pedra Branca');
  email = admin.user.email;
  ({ phoneNumberId } = await givenCloudNumber({ url: server.url }, graph, admin, '5548905550200'));
});
// The one that was started after the death before lives on, unless that test failed.
beforeEach(async () => {
  if (!server.alive()) server = await startServer(env);
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await sql.end();
  await graph.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const admin = (): Promise<Client> => signIn(server.url, email, password);
const thread = async (client: Client, ticketId: number) =>
  (await client.call('GET /messages/:ticketId', { params: { ticketId } })).messages;

/** Delivers like the provider: again and again until it is told 200. */
async function deliverForSure(body: Record<string, unknown>): Promise<void> {
  await until(
    () =>
      graph.deliver(body).then(
        () => true,
        () => false,
      ),
    30_000,
  );
}

test('there is no named point at which no test kills the process', () => {
  const filesIn = (folder: string, ending: RegExp) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => ending.test(file))
      .map((file) => readFileSync(join(import.meta.dirname, '..', folder, file), 'utf8'));
  const named = filesIn('src', /\.ts$/).flatMap((text) => [...text.matchAll(/faultPoint\('([^']+)'\)/g)].map(([, name]) => name ?? ''));
  const killing = [...filesIn('src', /\.test\.ts$/), ...filesIn('test', /\.test\.ts$/)].filter((text) => /dieAt|FAULT_POINT/.test(text));
  const never = new Set(named.filter((name) => !killing.some((text) => new RegExp(`'${name}(:\\d+)?'`).test(text))));
  expect(never).toEqual(new Set());
  expect(named.length).toBeGreaterThan(15);
});

const inboundPoints = ['receive.before-journal', 'receive.after-journal', 'receive.before-commit', 'receive.after-commit:3'];

test.each(inboundPoints)('killed at %s, every message of the customer is there once and in order', async (point) => {
  const phone = `55489777${String(inboundPoints.indexOf(point) + 10)}001`;
  const customer = graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId);
  await server.dieAt(point);
  const bodies = Array.from({ length: 6 }, (_, i) =>
    customer.body('text', { body: `parte ${i}` }, { timestamp: String(1_795_000_000 + i) }),
  );
  const delivering = (async () => {
    for (const body of bodies) await deliverForSure(body);
  })();
  expect(await server.ended).toBe('SIGKILL');
  server = await startServer(env);
  await delivering;
  const client = await admin();
  const tickets = (await client.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets.filter(
    (t) => t.contact.number === phone,
  );
  expect(tickets).toHaveLength(1);
  expect((await thread(client, tickets[0]?.id ?? 0)).map((m) => m.body)).toEqual(bodies.map((_, i) => `parte ${i}`));
});

const togetherPoints = [
  'together.before-journal',
  'together.after-journal',
  'together.after-insert',
  'together.before-commit',
  'together.after-commit',
];

test.each(togetherPoints)('killed at %s, with texts of many customers in one delivery, every one is there once', async (point) => {
  const numbers = [1, 2, 3, 4].map((n) => `55489778${togetherPoints.indexOf(point) + 10}00${n}`);
  const customers = numbers.map((phone) => graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId));
  for (const customer of customers) await deliverForSure(customer.body('text', { body: 'oi' }, { timestamp: '1795000000' }));
  await server.dieAt(point);
  const bodies = customers.map((customer) => customer.body('text', { body: 'e agora?' }, { timestamp: '1795000001' }));
  const delivering = deliverForSure({ ...bodies[0], entry: bodies.flatMap(({ entry }) => entry) });
  expect(await server.ended).toBe('SIGKILL');
  server = await startServer(env);
  await delivering;
  const { rows } = await sql.query(
    `select c.number, array_agg(m.body order by m.id) as bodies, count(distinct m.ticket_id)::int as tickets, max(t.unread_messages) as unread
     from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
     join tickets t on t.company_id = m.company_id and t.id = m.ticket_id where c.number = any($1) group by c.number order by c.number`,
    [numbers],
  );
  expect(rows).toEqual(numbers.map((number) => ({ number, bodies: ['oi', 'e agora?'], tickets: 1, unread: 2 })));
});

const ticksPoints = togetherPoints.filter((point) => point !== 'together.after-insert');

test.each(ticksPoints)('killed at %s, with the statuses of many messages in one delivery, each is noted', async (point) => {
  const numbers = [1, 2, 3, 4].map((n) => `55489779${ticksPoints.indexOf(point) + 10}00${n}`);
  for (const phone of numbers) await graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId).text('oi');
  const client = await admin();
  const tickets = await until(async () => {
    const { tickets } = await client.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    const mine = tickets.filter(({ contact }) => numbers.includes(contact.number));
    return mine.length === numbers.length ? mine.map(({ id }) => id) : null;
  });
  for (const ticketId of tickets) {
    await client.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open' } });
    await client.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'Bom dia!' } });
  }
  const states = async () => {
    const { rows } = await sql.query<{ state: string; last: number }>(
      `select m.state, t.last_message_ack as last from messages m
       join tickets t on t.company_id = m.company_id and t.id = m.ticket_id where m.from_me and m.ticket_id = any($1) order by m.id`,
      [tickets],
    );
    return rows;
  };
  await until(async () => (await states()).every(({ state }) => state === 'sent'));
  await server.dieAt(point);
  const bodies = graph.sent().flatMap(({ to, wamid }) => (numbers.includes(to ?? '') ? [graph.statusBody(wamid, 'read')] : []));
  const delivering = deliverForSure({ ...bodies[0], entry: bodies.flatMap(({ entry }) => entry) });
  expect(await server.ended).toBe('SIGKILL');
  server = await startServer(env);
  await delivering;
  expect(await states()).toEqual(numbers.map(() => ({ state: 'read', last: 3 })));
});

const outboundPoints = [
  'deliver.after-claim',
  'deliver.before-send',
  'deliver.after-send',
  'settle.before-commit',
  'deliver.after-settle',
  'deliver.before-send:2',
  'deliver.after-send:2',
];

test.each(outboundPoints)('killed at %s, nothing is sent twice and nothing is lost from sight', async (point) => {
  const phone = `55489666${String(outboundPoints.indexOf(point) + 10)}001`;
  let client = await admin();
  await graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId).text('oi');
  const ticket = await until(async () =>
    (await client.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets.find((t) => t.contact.number === phone),
  );
  await client.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });

  await server.dieAt(point);
  const send = (i: number) =>
    client.call('POST /messages/:ticketId', {
      params: { ticketId: ticket.id },
      body: { body: `resposta ${i}` },
      headers: { 'idempotency-key': `${phone}-${i}` },
    });
  const first = Array.from({ length: 3 }, (_, i) => send(i).catch(() => null));
  expect(await server.ended).toBe('SIGKILL');
  await Promise.all(first);

  server = await startServer(env);
  client = await admin();
  // The browser tries again what it got no answer to, with the same keys.
  for (let i = 0; i < 3; i++) await send(i);
  // The provider reports what it has; what it never got is given up once its time is over.
  const mine = () => graph.sent().filter((record) => record.to === phone);
  await until(() => (mine().length > 0 || point.startsWith('deliver.after-claim') || point.startsWith('deliver.before-send')) && true);
  for (const record of mine()) await graph.emitStatus(record.wamid, 'delivered');
  await sql.query(`update message_outbox set lease_until = now() where state = 'sending'`);
  await client.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'última' } });
  const settled = await until(async () => {
    for (const record of mine()) await graph.emitStatus(record.wamid, 'delivered');
    const all = (await thread(client, ticket.id)).filter((m) => m.fromMe);
    return all.length === 4 && all.every((m) => m.state === 'failed' || m.ack >= 1) ? all : null;
  }, 40_000);

  const textOf = (record: { body: Record<string, unknown> }) => (record.body.text as { body: string }).body;
  for (const message of settled) {
    const times = mine().filter((record) => textOf(record) === message.body).length;
    expect(times, `${message.body} (${message.state} ${message.failReason})`).toBe(message.state === 'failed' ? 0 : 1);
    if (message.state === 'failed') expect(message.failReason).toBe('unconfirmed');
  }
  expect(settled.filter((m) => m.state === 'failed').length).toBeLessThanOrEqual(1);
});

const settlePoints = [
  'deliver.after-claim',
  'deliver.after-send:3',
  'settle.before-commit',
  'settle.before-commit:2',
  'deliver.after-settle:3',
];

test.each(settlePoints)('killed at %s, with answers to many chats under way, none is sent twice and none is forgotten', async (point) => {
  const numbers = [1, 2, 3, 4].map((n) => `55489667${settlePoints.indexOf(point) + 10}00${n}`);
  for (const phone of numbers) await graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId).text('oi');
  let client = await admin();
  const tickets = await until(async () => {
    const { tickets } = await client.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    const mine = tickets.filter(({ contact }) => numbers.includes(contact.number));
    return mine.length === numbers.length ? mine.map(({ id }) => id) : null;
  });
  const answer = (ticketId: number) =>
    client.call('POST /messages/:ticketId', {
      params: { ticketId },
      body: { body: 'Bom dia!' },
      headers: { 'idempotency-key': `settle-${ticketId}` },
    });
  for (const ticketId of tickets) await client.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open' } });
  await server.dieAt(point);
  const answering = tickets.map((ticketId) => answer(ticketId).catch(() => null));
  expect(await server.ended).toBe('SIGKILL');
  await Promise.all(answering);

  server = await startServer(env);
  client = await admin();
  for (const ticketId of tickets) await answer(ticketId);
  const settled = await until(async () => {
    const mine = graph.sent().filter(({ to }) => numbers.includes(to ?? ''));
    for (const { wamid } of mine) await graph.emitStatus(wamid, 'delivered');
    await sql.query(
      `update message_outbox o set lease_until = now() from (
         select company_id, message_id from message_outbox where state = 'sending' for update skip locked) s
       where o.company_id = s.company_id and o.message_id = s.message_id`,
    );
    const { rows } = await sql.query<{ number: string; state: string; reason: string | null; waits: boolean }>(
      `select c.number, m.state, m.fail_reason as reason, o.message_id is not null as waits
       from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       left join message_outbox o on o.company_id = m.company_id and o.message_id = m.id
       where m.from_me and c.number = any($1) order by c.number`,
      [numbers],
    );
    return rows.every(({ state, waits }) => !waits && (state === 'delivered' || state === 'failed')) ? rows : null;
  }, 60_000);
  expect(settled.map(({ number }) => number)).toEqual(numbers);
  for (const { number, state, reason } of settled) {
    const times = graph.sent().filter(({ to }) => to === number).length;
    expect(times, `${number}: ${state} ${reason}`).toBe(state === 'failed' ? 0 : 1);
    if (state === 'failed') expect(reason).toBe('unconfirmed');
  }
});

const campaignPoints = ['campaigns.plan', 'campaigns.before-commit', 'campaigns.before-commit:2'];

test.each(campaignPoints)('killed at %s, a campaign goes on and writes to everybody once', async (point) => {
  const numbers = Array.from({ length: 9 }, (_, n) => `55489668${campaignPoints.indexOf(point) + 10}00${n}`);
  for (const phone of numbers) await graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId).text('oi');
  let client = await admin();
  const [whatsappId = 0] = (await client.call('GET /whatsapp')).map(({ id }) => id);
  await client.call('POST /campaign-settings', { body: { settings: { messageInterval: 0, longerIntervalAfter: 0 } } });
  // Numbers that count as valid, so that nobody looks them up meanwhile.
  const { rows } = await sql.query<{ id: string }>(
    `with list as (insert into contact_lists (company_id, name) values ($1, $2) returning company_id, id),
       items as (insert into contact_list_items (company_id, list_id, name, number, validity)
         select list.company_id, list.id, number, number, 'valid' from list, unnest($3::text[]) as number)
     select id from list`,
    [client.user.companyId, `Lista ${point}`, numbers],
  );
  await server.dieAt(point);
  const body = {
    name: point,
    whatsappId,
    contactListId: Number(rows[0]?.id),
    message1: 'Novidades!',
    scheduledAt: new Date().toISOString(),
  };
  // It may die before it has answered.
  await client.call('POST /campaigns', { body }).catch(() => null);
  expect(await server.ended).toBe('SIGKILL');
  const { rows: begun } = await sql.query<{ id: string }>('select id from campaigns where company_id = $1 and name = $2', [
    client.user.companyId,
    point,
  ]);
  const campaignId = Number(begun[0]?.id);

  server = await startServer(env);
  client = await admin();
  const mine = () => graph.sent().filter(({ to }) => numbers.includes(to ?? ''));
  const { counts } = await until(async () => {
    for (const { wamid } of mine()) await graph.emitStatus(wamid, 'delivered');
    const { campaign } = await client.call('GET /v1/campaigns/:campaignId/report', { params: { campaignId } });
    const { delivered, failed } = campaign.counts;
    return campaign.status === 'FINALIZADA' && delivered + failed === numbers.length ? campaign : null;
  }, 40_000);
  expect(counts).toMatchObject({ total: numbers.length, skipped: 0 });
  // What was on its way as the process died, and did not arrive, is not sent again: nobody knows whether it did.
  const { rows: states } = await sql.query<{ number: string; reason: string | null }>(
    `select c.number, m.fail_reason as reason from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
     where m.company_id = $1 and m.automatic = 'campaign' and c.number = any($2) order by c.number`,
    [client.user.companyId, numbers],
  );
  expect(states.map(({ number }) => number)).toEqual(numbers);
  for (const { number, reason } of states) {
    expect(
      mine().filter(({ to }) => to === number),
      `${number}: ${reason}`,
    ).toHaveLength(reason === null ? 1 : 0);
    if (reason !== null) expect([point, reason]).toEqual(['campaigns.before-commit:2', 'unconfirmed']);
  }
});

test('killed while sending, a chat goes on within half a minute, though the provider says nothing', { timeout: 90_000 }, async () => {
  const phone = '5548966690001';
  let client = await admin();
  await graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId).text('oi');
  const ticket = await until(async () =>
    (await client.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets.find((t) => t.contact.number === phone),
  );
  await client.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
  await server.dieAt('deliver.before-send');
  await client.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'uma' } }).catch(() => null);
  expect(await server.ended).toBe('SIGKILL');

  server = await startServer(env);
  client = await admin();
  await client.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'outra' } });
  const [first, second] = await until(async () => {
    const all = (await thread(client, ticket.id)).filter((m) => m.fromMe);
    return all.length === 2 && all.every((m) => m.state !== 'queued' && m.state !== 'sending') ? all : null;
  }, 30_000);
  expect(first).toMatchObject({ body: 'uma', state: 'failed', failReason: 'unconfirmed' });
  expect(second).toMatchObject({ body: 'outra' });
  expect(second?.ack).toBeGreaterThanOrEqual(1);
});
