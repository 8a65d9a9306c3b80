// The database says nothing any more, and closes no connection: frozen, or behind a network that swallows packets.
import { expect, inject, onTestFinished, test } from 'vitest';
import { CallFailed, call, until } from './client.ts';
import { overTcp } from './database.ts';
import { startFakeGraph } from './fake-graph/server.ts';
import { givenCloudNumber } from './given.ts';
import { givenLinkedDesk, untilStatus } from './linked.ts';
import { givenCompany, newIp } from './people.ts';
import { jobsDone } from './phone.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { createWorld } from './world.ts';

async function givenProxy(): Promise<{ proxy: TcpProxy; databaseUrl: (url: string) => string }> {
  const { port } = new URL(inject('testDatabase').url);
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(port) });
  return { proxy, databaseUrl: (url: string) => overTcp(url, proxy.port) };
}

test('every request ends within ten seconds with 503 and a code, and work goes on afterwards', { timeout: 120_000 }, async () => {
  const { proxy, databaseUrl } = await givenProxy();
  onTestFinished(() => proxy.close());
  const graph = await startFakeGraph();
  onTestFinished(() => graph.close());
  const world = await createWorld({ databaseUrl, graphUrl: graph.url });
  onTestFinished(() => world.close());
  const admin = await givenCompany(world.url);
  const { phoneNumberId } = await givenCloudNumber(world, graph, admin, '5548905550177');
  const customer = graph.customer({ phone: '5548999970077', name: 'Otávio' }, phoneNumberId);

  const outcomes: string[] = [];
  const times: number[] = [];
  const timed = async (what: string, request: () => Promise<unknown>) => {
    const started = performance.now();
    const outcome = await request().then(
      () => 'answered',
      (error) => (error instanceof CallFailed ? `${error.status} ${error.error}` : String(error)),
    );
    times.push(performance.now() - started);
    outcomes.push(`${what}: ${outcome}`);
  };
  proxy.hold();
  // More than there are connections, so that some wait for one.
  const requests = Array.from({ length: 12 }, () => [
    timed('read', () => admin.call('GET /tickets', { query: { showAll: true } })),
    timed('write', () => admin.call('POST /tags', { body: { name: 'Urgente', color: '#1164a9' } })),
    timed('sign in', () =>
      call(world.url, 'POST /auth/login', { body: { email: 'x@y.example', password: 'errada' }, headers: { 'x-forwarded-for': newIp() } }),
    ),
  ]).flat();
  const delivery = graph.deliver(customer.body('text', { body: 'alguém?' })).then(
    () => 'accepted',
    () => 'refused',
  );
  await Promise.all(requests);
  expect(new Set(outcomes)).toEqual(new Set(['read: 503 ERR_UNAVAILABLE', 'write: 503 ERR_UNAVAILABLE', 'sign in: 503 ERR_UNAVAILABLE']));
  expect(Math.max(...times)).toBeLessThan(10_000);
  expect(await delivery).toBe('refused');
  expect((await fetch(`${world.url}/readyz`)).status).toBe(503);

  proxy.release();
  await until(() => admin.call('GET /tags', {}).catch(() => null), 20_000);
  await customer.text('voltou?');
  await until(async () => (await admin.call('GET /tickets', { query: { showAll: true } })).tickets[0], 20_000);
  // A job whose end is still being noted would look for the database after it is gone.
  await jobsDone(world);
});

test('a process that cannot reach its database gives linked phones up within fifteen seconds', { timeout: 120_000 }, async () => {
  const { proxy, databaseUrl } = await givenProxy();
  onTestFinished(() => proxy.close());
  const { world, fake, admin, connectionId, close } = await givenLinkedDesk({ databaseUrl });
  onTestFinished(close);
  await until(() => fake.connections.size === 1);
  proxy.hold();
  await until(() => fake.connections.size === 0, 15_000);
  proxy.release();
  await until(() => fake.connections.size === 1, 60_000);
  await untilStatus(admin, connectionId, 'CONNECTED', null, 60_000);
  await jobsDone(world);
});
