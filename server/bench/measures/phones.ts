import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, call, connect, signIn, until } from '../../test/client.ts';
import { environmentFor } from '../../test/fake-whatsapp/environment.ts';
import type { Coordinates } from '../../test/fake-whatsapp/trust.ts';
import { asSuperuser, type BenchDatabase } from '../database.ts';
import { type Tell, timesOf } from '../figures.ts';
import { summary } from '../load.ts';
import { startServer } from '../server-process.ts';

const phones = 50;
const companyName = 'Telefones de medição';
/** Messages per second on each normal phone, and on the one with the storm. */
const calmRate = 0.5;
const stormRate = 60;
const historyMessages = 10_000;

type Fake = { ask(method: string, body: object): Promise<Record<string, unknown>>; coordinates: Coordinates; stop(): void };

/**
 * Fifty linked phones in one process against the fake WhatsApp. Measures the memory per phone, and how long a message takes to a browser:
 * normally, during a storm of messages on one phone, and during a history of ten thousand messages.
 */
export async function measurePhones({ database, tell, pace }: { database: BenchDatabase; tell: Tell; pace: number }): Promise<void> {
  const fake = await startFake();
  const run = (sql: string) =>
    asSuperuser(database.superUrl, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0));
  const server = await startServer(database.url, environmentFor(fake.coordinates));
  try {
    await run('update plans set connections = 1000');
    const admin = await signUp(server.url);
    await delay(5_000);
    const before = await server.residentMb();
    const started = performance.now();
    for (let i = 0; i < phones; i++) await link(fake, admin, i);
    tell({
      what: `linking ${phones} phones, one after the other`,
      value: { amount: (performance.now() - started) / 1000, unit: 's' },
      target: {},
    });
    await delay(10_000);
    tell({
      what: 'memory of a linked phone (resident, growth ÷ 50)',
      value: { amount: ((await server.residentMb()) - before) / phones, unit: 'MB' },
      target: { atMost: 10 },
    });

    const socket = await connect(server.url, admin.token);
    const sentAt = new Map<string, number>();
    const times: number[] = [];
    socket.on(`company-${admin.user.companyId}-appMessage`, ({ message }: { message?: { body?: string } }) => {
      const from = sentAt.get(message?.body ?? '');
      if (from === undefined) return;
      sentAt.delete(message?.body ?? '');
      times.push(performance.now() - from);
    });
    let serial = 0;
    /** Customers write to `count` phones from `first` on, each at its own rate. */
    const write = async (first: number, count: number, rate: number, seconds: number, counted: boolean) => {
      const until = performance.now() + seconds * 1000;
      const under: Promise<unknown>[] = [];
      for (let next = performance.now(); next < until; next += 1000 / (rate * count)) {
        await delay(Math.max(0, next - performance.now()));
        const text = `mensagem ${++serial}`;
        if (counted) sentAt.set(text, performance.now());
        under.push(fake.ask('send', { from: customer(serial % 5), account: shop(first + (serial % count)), text }));
      }
      await Promise.all(under);
    };
    const measure = async (what: string, seconds: number, beside: () => Promise<unknown>, target: { p99?: number }) => {
      times.length = 0;
      const from = performance.now();
      const other = beside();
      await write(1, phones - 1, calmRate, seconds, true);
      await other;
      await heard(() => sentAt.size === 0);
      const measured = summary({ times: [...times], seconds: (performance.now() - from) / 1000 });
      tell(timesOf(what, measured, target));
      return measured.p99;
    };
    // The first message creates the session with each customer.
    await measure('first messages of 49 phones', 10, () => Promise.resolve(), {});
    const calm = await measure('message on a phone until a browser heard it', 20 * pace, () => Promise.resolve(), {});
    const stormy = await measure(
      `the same while one phone gets ${stormRate}/s`,
      20 * pace,
      () => write(0, 1, stormRate, 20 * pace, false),
      { p99: 1_000 },
    );
    tell({ what: 'p99 in the storm to p99 in the calm', value: { amount: stormy / calm, unit: '×' }, target: {} });

    await fake.ask('contact', { user: shop(phones), name: 'Loja com história' });
    await fake.ask('history', { user: shop(phones), chunkSize: 500, conversations: pastOf(20, historyMessages / 20) });
    const linked = performance.now();
    const id = await link(fake, admin, phones, { importDays: 365 });
    const during = await measure(
      `the same while ${historyMessages} messages of history come in`,
      20 * pace,
      () => heard(async () => (await run(`select count(*) as n from messages where connection_id = ${id}`)) >= historyMessages, 300_000),
      { p99: 1_000 },
    );
    tell({
      what: `history of ${historyMessages} messages, from linking on`,
      value: { amount: (performance.now() - linked) / 1000, unit: 's' },
      target: {},
    });
    tell({ what: 'p99 meanwhile to p99 in the calm', value: { amount: during / calm, unit: '×' }, target: {} });
    socket.disconnect();
  } finally {
    await server.stop();
    fake.stop();
    await run(`delete from companies where name like '${companyName}%'`);
  }
}

const heard = (look: () => Promise<boolean> | boolean, withinMs = 60_000) => until(look, withinMs);
const shop = (i: number) => `55119${String(80_000_000 + i)}`;
const customer = (i: number) => `55219${String(70_000_000 + i)}`;

function pastOf(chats: number, each: number) {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: chats }, (_, chat) => ({
    contact: `55319${String(60_000_000 + chat)}`,
    messages: Array.from({ length: each }, (_, i) => ({
      text: `história ${chat}-${i}`,
      at: now - 86_400 - (each - i) * 600,
      fromMe: i % 2 === 1,
    })),
  }));
}

async function link(fake: Fake, admin: Client, i: number, more: { importDays?: number } = {}): Promise<number> {
  await fake.ask('contact', { user: shop(i), name: `Loja ${i}` });
  const { id } = await admin.call('POST /whatsapp', { body: { name: `Loja ${i}`, channel: 'whatsapp_web', ...more } });
  const look = () => admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: id } });
  const qr = await until(async () => (await look()).qrcode || null, 30_000);
  await fake.ask('scan', { qr, user: shop(i) });
  await until(async () => (await look()).status === 'CONNECTED', 60_000);
  return id;
}

async function signUp(url: string): Promise<Client> {
  const [plan] = (await (await call(url, 'GET /plans/list')).json()) as { id: number }[];
  const email = `telefones-${Date.now()}@medicao.exemplo`;
  const body = { name: `${companyName} ${Date.now()}`, email, password: 'senha-segura', phone: '48905550142', planId: plan?.id };
  await call(url, 'POST /companies/cadastro', { body });
  return signIn(url, email, 'senha-segura');
}

async function startFake(): Promise<Fake> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../../test/fake-whatsapp/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, 'line')) as [string];
  const { admin, coordinates } = JSON.parse(line) as { admin: string; coordinates: Coordinates };
  const ask: Fake['ask'] = async (method, body) => {
    const response = await fetch(`${admin}/${method}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`fake WhatsApp, ${method}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  // As real servers do: ask for all keys of each phone.
  await ask('options', { fewPreKeys: false });
  for (let i = 0; i < 5; i++) await ask('contact', { user: customer(i), name: `Cliente ${i}` });
  for (let i = 0; i < 20; i++) await ask('contact', { user: `55319${String(60_000_000 + i)}`, name: `Antigo ${i}` });
  return { ask, coordinates, stop: () => child.kill('SIGKILL') };
}
