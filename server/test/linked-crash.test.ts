// The server that runs a linked phone dies again and again while customers and agents write. In the end every message is on both sides
// once, in the order in which it was written. And when one of two processes dies, the other takes its phones over.

import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, signIn, until } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { environmentFor } from './fake-whatsapp/environment.ts';
import type { FakeWhatsApp } from './fake-whatsapp/fake-whatsapp.ts';
import type { Phone } from './fake-whatsapp/phone.ts';
import { givenFakeWhatsApp, linkPhone, untilStatus } from './linked.ts';
import { givenCompany, password } from './people.ts';
import { type ServerProcess, serverEnv, startServer } from './server-process.ts';

const deaths = 20;
let database: TestDatabase;
let dataDir: string;
let sql: pg.Pool;
let fake: FakeWhatsApp;
let stopFake: () => Promise<void>;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-linked-'));
  sql = new pg.Pool({ connectionString: database.superUrl, max: 2 });
  ({ fake, stop: stopFake } = await givenFakeWhatsApp());
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill('SIGKILL')));
});
afterAll(async () => {
  await sql.end();
  await stopFake();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(await serverEnv(database, dataDir, { ...environmentFor(fake.coordinates), ...more }));
  servers.push(server);
  return server;
}

/** The texts of a chat as stored, oldest first. */
async function stored(phone: Phone, fromMe: boolean): Promise<string[]> {
  const { rows } = await sql.query<{ body: string }>(
    `select m.body from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
     where c.number = $1 and m.from_me = $2 order by m.sent_at, m.id`,
    [phone.user, fromMe],
  );
  return rows.map(({ body }) => body);
}

/** What a phone has received from the shop, in order. */
function arrived(phone: Phone): string[] {
  return fake.messages
    .filter(({ receivedBy, ownCopy }) => receivedBy === phone && !ownCopy)
    .map(({ message }) => message.extendedTextMessage?.text ?? message.conversation ?? '?');
}

async function ticketOf(client: Client, phone: Phone): Promise<number> {
  return until(async () => {
    const { tickets } = await client.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    return tickets.find(({ contact }) => contact.number === phone.user)?.id;
  });
}

test(`killed ${deaths} times while messages flow both ways, none is lost, doubled or out of order`, { timeout: 900_000 }, async () => {
  let server = await start();
  const admin = await givenCompany(server.url, 'Estofaria Horizonte');
  const shop = fake.contact('5511999990000', 'Estofaria Horizonte');
  const { connectionId } = await linkPhone(fake, admin, shop);
  const customers = ['5511988887701', '5511988887702', '5511988887703'].map((user, i) => fake.contact(user, `Cliente ${i + 1}`));
  const tickets = new Map<Phone, number>();
  const said = new Map<Phone, string[]>(customers.map((phone) => [phone, []]));
  const answered = new Map<Phone, string[]>(customers.map((phone) => [phone, []]));
  for (const phone of customers) {
    await fake.send(phone, 'oi');
    said.get(phone)?.push('oi');
    const id = await ticketOf(admin, phone);
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open' } });
    tickets.set(phone, id);
  }

  let client: Client | null = admin;
  let flowing = true;
  const write = async (phone: Phone) => {
    for (let n = 1; flowing; n++) {
      const text = `pergunta ${n}`;
      await fake.send(phone, text);
      said.get(phone)?.push(text);
      await pause(randomInt(100, 500));
    }
  };
  const answer = async (phone: Phone) => {
    for (let n = 1; flowing; n++) {
      const body = `resposta ${n}`;
      const headers = { 'idempotency-key': `${phone.user}-${n}` };
      // As the app does: again, under the same key, until it is told that it was taken.
      await until(
        () =>
          client?.call('POST /messages/:ticketId', { params: { ticketId: tickets.get(phone) ?? 0 }, body: { body }, headers }).then(
            () => true,
            () => false,
          ),
        300_000,
      );
      answered.get(phone)?.push(body);
      await pause(randomInt(100, 500));
    }
  };
  const flows = customers.flatMap((phone) => [write(phone), answer(phone)]);

  for (let death = 0; death < deaths; death++) {
    await pause(randomInt(50, 1_200));
    await server.kill('SIGKILL');
    client = null;
    server = await start();
    client = await signIn(server.url, admin.user.email, password, `10.0.0.${death + 1}`);
    await untilStatus(client, connectionId, 'CONNECTED', null, 60_000);
  }
  flowing = false;
  await Promise.all(flows);

  for (const phone of customers) {
    // Nobody waited for the server while it was away, so there may be much to catch up with.
    await until(async () => (await stored(phone, false)).length >= (said.get(phone)?.length ?? 0), 240_000);
    await until(() => arrived(phone).length >= (answered.get(phone)?.length ?? 0), 240_000);
  }
  for (const phone of customers) {
    expect(await stored(phone, false)).toEqual(said.get(phone));
    expect(await stored(phone, true)).toEqual(answered.get(phone));
    expect(arrived(phone)).toEqual(answered.get(phone));
  }
  await server.kill();
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test('when one of two processes dies, the other takes its phones over; no phone is ever run twice', { timeout: 300_000 }, async () => {
  const first = await start({ CLUSTER: 'true' });
  const admin = await givenCompany(first.url, 'Ótica Mirante');
  const phones = ['5511999990021', '5511999990022', '5511999990023', '5511999990024'].map((user) => fake.contact(user, `Ótica ${user}`));
  const linked: ({ phone: Phone } & Awaited<ReturnType<typeof linkPhone>>)[] = [];
  for (const phone of phones) linked.push({ phone, ...(await linkPhone(fake, admin, phone)) });
  // Whoever is there first has all of them.
  const second = await start({ CLUSTER: 'true' });
  let most = 0;
  const watch = setInterval(() => {
    for (const { account } of linked) most = Math.max(most, [...fake.connections].filter((each) => each.companion === account).length);
  }, 5);

  // Whoever runs a phone, both processes send through it.
  const customer = fake.contact('5511988887799', 'Dona Iracema');
  for (const [i, { account }] of linked.entries()) await fake.send(customer, `para a loja ${i}`, { account });
  const other = await signIn(second.url, admin.user.email, password, '10.0.1.1');
  const tickets = await until(async () => {
    const found = (await other.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets;
    return found.length === linked.length ? found : null;
  });
  for (const { id } of tickets) {
    await other.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open' } });
    await other.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: `de ${id}` } });
  }
  await until(() => tickets.every(({ id }) => arrived(customer).includes(`de ${id}`)), 20_000);

  const { rows } = await sql.query<{ n: number }>('select count(distinct owner)::int as n from web_sessions where owner is not null');
  expect(rows).toEqual([{ n: 1 }]);
  // What a process was asked for by the other as it died waits for its answer no longer than until somebody else runs the phone.
  fake.switches.swallow = true;
  for (const { id } of tickets)
    await other.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: `por último ${id}` } });
  await until(async () => {
    const { rows } = await sql.query("select id from messages where body like 'por último %' and state = 'sending'");
    return rows.length === tickets.length;
  });
  await first.kill('SIGKILL');
  fake.switches.swallow = false;
  const diedAt = performance.now();
  for (const [i, { account }] of linked.entries()) await fake.send(customer, `depois ${i}`, { account });
  for (const { connectionId } of linked) await untilStatus(other, connectionId, 'CONNECTED', null, 30_000);
  await until(async () => {
    const texts = await stored(customer, false);
    return linked.every((_, i) => texts.includes(`depois ${i}`));
  }, 30_000);
  const seconds = (performance.now() - diedAt) / 1000;
  expect(seconds).toBeLessThan(30);
  for (const { id } of tickets) await other.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: `de novo ${id}` } });
  await until(() => tickets.every(({ id }) => arrived(customer).includes(`de novo ${id}`)), 30_000);
  for (const { id } of tickets)
    expect(arrived(customer).filter((text) => text.endsWith(` ${id}`))).toEqual([`de ${id}`, `por último ${id}`, `de novo ${id}`]);
  clearInterval(watch);
  expect(most).toBe(1);
});
