// Several processes for real. One test after the other uses the same installation, since starting it takes longest.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, until } from '../test/client.ts';
import { type FakeGraph, startFakeGraph } from '../test/fake-graph/server.ts';
import type { FakeWhatsApp } from '../test/fake-whatsapp/fake-whatsapp.ts';
import type { Phone } from '../test/fake-whatsapp/phone.ts';
import { givenCloudNumber } from '../test/given.ts';
import { givenFakeWhatsApp, linkPhone, untilStatus } from '../test/linked.ts';
import { givenCompany, givenUser } from '../test/people.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { openPage, type Page, startTraffic, type Traffic } from './traffic.ts';

let cluster: Cluster;
let graph: FakeGraph;
let fake: FakeWhatsApp;
let stopFake: () => Promise<void>;
let admin: Client;
let agents: [Client, Client];
let phoneNumberId: string;
let chats: { phone: string; ticketId: number; agent: Client }[];
let shop: Phone;
let linked: Awaited<ReturnType<typeof linkPhone>>;
let pages: Page[];

beforeAll(async () => {
  graph = await startFakeGraph();
  ({ fake, stop: stopFake } = await givenFakeWhatsApp());
  cluster = await startCluster(graph.url, fake.coordinates);
  admin = await givenCompany(cluster.url, 'Ótica Mirante');
  agents = [await givenUser(cluster.url, admin, { allTicket: 'enabled' }), await givenUser(cluster.url, admin, { allTicket: 'enabled' })];
  ({ phoneNumberId } = await givenCloudNumber(cluster, graph, admin, '5548905550310'));
  shop = fake.contact('5511999990021', 'Ótica Mirante');
  linked = await linkPhone(fake, admin, shop);
  chats = [];
  for (const digit of [1, 2, 3, 4]) {
    const phone = `554899997110${digit}`;
    await graph.customer({ phone, name: `Cliente ${digit}` }, phoneNumberId).text('oi');
    const agent = agents[digit % 2] as Client;
    const ticketId = await until(async () => {
      const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
      return tickets.find(({ contact }) => contact.number === phone)?.id;
    });
    await agent.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open' } });
    chats.push({ phone, ticketId, agent });
  }
  pages = agents.map((agent) => openPage(cluster.url, agent, ticketsOf(agent)));
  await until(() => pages.every((page) => page.lines() === 1));
});
afterAll(async () => {
  for (const page of pages ?? []) page.close();
  await cluster?.close();
  await stopFake?.();
  await graph?.close();
});

function ticketsOf(agent: Client): number[] {
  return chats.filter((chat) => chat.agent === agent).map(({ ticketId }) => ticketId);
}

/** How often each text is stored, and was sent. */
async function stored(): Promise<Map<string, number>> {
  const { rows } = await cluster.sql.query<{ body: string; n: number }>('select body, count(*)::int as n from messages group by body');
  return new Map(rows.map(({ body, n }) => [body, n]));
}

function sent(): string[] {
  return graph.sent().map(({ body }) => (body.text as { body?: string } | undefined)?.body ?? 'arquivo');
}

async function untilNothingWaits(withinMs: number): Promise<void> {
  await until(async () => (await cluster.sql.query('select 1 from message_outbox limit 1')).rows.length === 0, withinMs);
}

/** Nothing was lost or taken twice, and the pages show it all though nobody reloaded them. */
async function expectWhole({ written, answered }: Traffic): Promise<void> {
  const inStore = await stored();
  expect([...written, ...answered].filter((text) => inStore.get(text) !== 1)).toEqual([]);
  expect(sent().length).toBe(new Set(sent()).size);
  await until(() => agents.every((agent, i) => missing(agent, pages[i] as Page, [...written, ...answered]).length === 0), 10_000).catch(
    () => null,
  );
  expect(agents.map((agent, i) => missing(agent, pages[i] as Page, [...written, ...answered]))).toEqual([[], []]);
}

function missing(agent: Client, page: Page, texts: string[]): string[] {
  const phones = chats.filter((chat) => chat.agent === agent).map(({ phone }) => phone);
  const shown = page.texts();
  return texts.filter((text) => phones.some((phone) => text.includes(phone)) && !shown.has(text));
}

test('DATABASE_URL leads through PgBouncer, which ends what takes too long; notices and locks go past it', async () => {
  const { rows } = await cluster.sql.query<{ application_name: string; n: number }>(
    `select application_name, count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' group by 1`,
  );
  const of = Object.fromEntries(rows.map(({ application_name, n }) => [application_name, n]));
  // Six processes have pools of six; PgBouncer asks with fewer.
  expect(of.balcao).toBeLessThanOrEqual(20);
  expect(of).toMatchObject({ 'balcao-held': 6, 'balcao-calls': 6, 'balcao-clock': 6 });
  // Realtime is on Redis.
  expect(of['balcao-sockets']).toBeUndefined();
});

test('the proxy does not pass on for how long the server keeps a connection', async () => {
  const kept = async (url: string) => (await fetch(`${url}/healthz`)).headers.get('keep-alive');
  expect(await Promise.all([...cluster.web, cluster.url].map(kept))).toEqual(['timeout=130', 'timeout=130', null]);
});

test('a file that one process took is sent by another, from the bucket', async () => {
  const [{ ticketId, agent }] = chats as [(typeof chats)[number]];
  const form = new FormData();
  form.set('medias', new Blob([new Uint8Array(200_000).fill(7)]), 'planta.bin');
  const [message] = await agent.call('POST /messages/:ticketId', { params: { ticketId }, body: form });
  await untilNothingWaits(20_000);
  expect(sent().filter((text) => text === 'arquivo')).toHaveLength(1);
  const link = new URL(message?.mediaUrl ?? '', cluster.url);
  for (const url of cluster.web) {
    const bytes = await (await fetch(`${url}${link.pathname}${link.search}`)).arrayBuffer();
    expect(bytes.byteLength).toBe(200_000);
  }
});

test('a restart under load, one of each role after the other, loses nothing, sends nothing twice, and no page has to be reloaded', async () => {
  const traffic = startTraffic(graph, phoneNumberId, chats, 'reinício');
  const customer = fake.contact('5511988887799', 'Dona Iracema');
  const toShop: string[] = [];
  for (const processes of [
    [0, 2, 4],
    [1, 3, 5],
  ]) {
    toShop.push(`reinício na loja ${processes}`);
    await fake.send(customer, toShop.at(-1) ?? '', { account: linked.account });
    expect(await Promise.all(processes.map((process) => cluster.stop(process, 'SIGTERM')))).toEqual(['0', '0', '0']);
    await Promise.all(processes.map((process) => cluster.start(process)));
  }
  await traffic.end();
  await untilNothingWaits(20_000);
  expect(traffic.failedReads).toEqual([]);
  await expectWhole(traffic);
  expect(traffic.answered.filter((text) => !sent().includes(text))).toEqual([]);
  const { rows } = await cluster.sql.query(`select body from messages where state = 'failed' or fail_reason is not null`);
  expect(rows).toEqual([]);
  await untilStatus(admin, linked.connectionId, 'CONNECTED');
  await until(async () => {
    const inStore = await stored();
    return toShop.every((text) => inStore.get(text) === 1);
  }, 30_000);
});

let dead: Traffic;
test('kill -9 of one of each role under load', async () => {
  const traffic = startTraffic(graph, phoneNumberId, chats, 'morte');
  dead = traffic;
  const { rows } = await cluster.sql.query<{ owner: string }>('select owner from web_sessions where owner is not null');
  expect(rows).toHaveLength(1);
  const killed = [1, 3, 4];
  await Promise.all(killed.map((process) => cluster.stop(process, 'SIGKILL')));
  await setTimeout(1_500);
  await Promise.all(killed.map((process) => cluster.start(process)));
  await traffic.end();
  // Whoever died while sending held a lease of 15 s. Meanwhile the next test runs.
});

const pausedMs = 6_000;
let paused: Traffic;
test('without Redis each process tells its own browsers; when it is back all know everything', async () => {
  const [{ phone, agent, ticketId }] = chats as [(typeof chats)[number]];
  const direct = cluster.web.map((url) => openPage(url, agent, [ticketId]));
  await until(() => direct.every((page) => page.lines() === 1));
  const say = async (text: string) => {
    const body = graph.customer({ phone, name: 'Cliente 1' }, phoneNumberId).body('text', { body: text });
    await until(() => graph.deliver(body).catch(() => null), 10_000);
  };
  const heard = (text: string) => direct.map((page) => page.texts().has(text));
  await say('com Redis');
  await until(() => heard('com Redis').every(Boolean));

  for (const [signal, back] of [
    ['SIGSTOP', () => cluster.redis.kill('SIGCONT')],
    ['SIGKILL', () => cluster.redis.start()],
  ] as const) {
    const text = `sem Redis ${signal}`;
    await cluster.redis.kill(signal);
    const began = performance.now();
    await say(text);
    expect(performance.now() - began).toBeLessThan(3_000);
    // The one that took it, after the second that it waits for Redis at most.
    await until(() => heard(text).some(Boolean), 3_000);
    // It hangs for longer than anybody waits for it, while all work.
    if (signal === 'SIGSTOP') {
      const traffic = startTraffic(graph, phoneNumberId, chats, 'pausa');
      await setTimeout(pausedMs);
      await traffic.end();
      paused = traffic;
    }
    await agent.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: `resposta ${text}` } });
    await back();
    await until(() => heard(text).every(Boolean) && heard(`resposta ${text}`).every(Boolean), 15_000);
    await until(() => pages.some((page) => page.texts().has(text)), 15_000);
  }
  for (const page of direct) page.close();
});

test('after the deaths and the pause nothing is lost, and nothing was sent twice', async () => {
  const traffic = dead;
  await untilNothingWaits(40_000);
  await expectWhole(traffic);
  await expectWhole(paused);
  // What nobody knows the fate of is shown as that, and is not sent again blindly.
  const doubtful = await cluster.sql.query<{ body: string; fail_reason: string }>(
    `select body, fail_reason from messages where state = 'failed'`,
  );
  expect(doubtful.rows.filter(({ fail_reason }) => fail_reason !== 'unconfirmed')).toEqual([]);
  const unsure = new Set(doubtful.rows.map(({ body }) => body));
  expect(unsure.size).toBeLessThanOrEqual(8);
  for (const { answered } of [traffic, paused]) expect(answered.filter((text) => !sent().includes(text) && !unsure.has(text))).toEqual([]);
  await untilStatus(admin, linked.connectionId, 'CONNECTED');
});
