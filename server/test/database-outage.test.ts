// PostgreSQL goes away under load for twenty seconds. Requests fail with a clear 503, the process lives, and everything goes on by itself.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedDatabase } from '../src/platform/db/embedded.ts';
import { CallFailed, heard, signIn, until } from './client.ts';
import { startFakeGraph } from './fake-graph/server.ts';
import { givenCloudNumber } from './given.ts';
import { givenCompany, password } from './people.ts';
import { serverEnv, startServer } from './server-process.ts';

const outageMs = 20_000;

test('the database is away for twenty seconds under load', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-outage-'));
  let database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database') });
  const { url: databaseUrl } = database;
  const graph = await startFakeGraph();
  const server = await startServer(await serverEnv(database, join(dataDir, 'server'), { GRAPH_API_URL: graph.url }));
  try {
    const admin = await givenCompany(server.url, 'Padaria Trigo Novo');
    const { phoneNumberId } = await givenCloudNumber({ url: server.url }, graph, admin, '5548905550300');
    const regular = graph.customer({ phone: '5548999970001', name: 'Otávio Brandão' }, phoneNumberId);
    await regular.text('oi');
    const ticket = await until(async () => (await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets[0]);
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });

    let loading = true;
    const seen = new Map<string, number>();
    const slow: number[] = [];
    const note = (key: string) => seen.set(key, (seen.get(key) ?? 0) + 1);
    const read = async () => {
      while (loading) {
        const started = performance.now();
        await admin.call('GET /tickets', { query: { status: 'open', showAll: true } }).then(
          () => note('200'),
          (error) => note(error instanceof CallFailed ? `${error.status} ${error.error}` : String(error)),
        );
        slow.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const written: string[] = [];
    const accepted: string[] = [];
    const write = async () => {
      for (let i = 0; loading; i++) {
        const text = `cliente ${i}`;
        const body = regular.body('text', { body: text });
        // Meta tries again until it hears 200.
        await until(
          () =>
            graph.deliver(body).then(
              () => true,
              () => false,
            ),
          60_000,
        );
        accepted.push(text);
        const answer = `agente ${i}`;
        const headers = { 'idempotency-key': `queda-do-banco-${i}` };
        await until(
          () =>
            admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: answer }, headers }).then(
              () => true,
              () => false,
            ),
          60_000,
        );
        written.push(answer);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const load = [read(), read(), write()];
    await until(() => written.length > 3, 20_000);

    await database.stop();
    await new Promise((resolve) => setTimeout(resolve, outageMs));
    expect(server.alive()).toBe(true);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    const before = written.length;
    database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database') });
    expect(database.url).toBe(databaseUrl);
    await until(() => written.length > before + 3, 60_000);
    loading = false;
    await Promise.all(load);

    const unexpected = [...seen.keys()].filter((key) => key !== '200' && key !== '503 ERR_UNAVAILABLE');
    expect(unexpected).toEqual([]);
    expect(seen.get('503 ERR_UNAVAILABLE') ?? 0).toBeGreaterThan(10);
    expect(Math.max(...slow)).toBeLessThan(15_000);

    const again = await signIn(server.url, admin.user.email, password);
    const all: string[] = [];
    for (let pageNumber = 1, more = true; more; pageNumber++) {
      const page = await again.call('GET /messages/:ticketId', { params: { ticketId: ticket.id }, query: { pageNumber } });
      all.push(...page.messages.map((message) => message.body));
      more = page.hasMore;
    }
    for (const text of [...accepted, ...written])
      expect(
        all.filter((body) => body === text),
        text,
      ).toHaveLength(1);
    // Sending and realtime go on by themselves too.
    await until(() => graph.sent().filter((record) => record.to === '5548999970001').length === written.length, 60_000);
    const socket = await again.socket();
    const news = heard(socket, `company-${again.user.companyId}-appMessage`);
    await regular.text('voltou?');
    await news;
    socket.close();
    expect(server.alive()).toBe(true);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\n${server.output().slice(-4000)}`);
  } finally {
    await server.kill();
    await graph.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
