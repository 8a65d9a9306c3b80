import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import { firstStart } from '../src/features/company/sign-up/actions.ts';
import { createGateways } from '../src/gateways/gateways.ts';
import { mintCompanyId } from '../src/platform/context.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { appConfig } from './app-config.ts';
import { connect, signIn, until } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { givenQueue } from './given.ts';
import { testLog } from './log.ts';
import { givenCompany, givenUser } from './people.ts';

const operator = { email: 'operadora@balcao.local', password: 'senha-da-operadora' };
let database: TestDatabase;
let dataDir: string;
let web: App;
let worker: App;
let otherWeb: App;
let url: string;
let otherUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-cluster-'));
  web = await processWith(['web']);
  worker = await processWith(['worker', 'connections']);
  otherWeb = await processWith(['web']);
  await firstStart(web.base, operator);
  url = `http://127.0.0.1:${await web.listen(0, '127.0.0.1')}`;
  otherUrl = `http://127.0.0.1:${await otherWeb.listen(0, '127.0.0.1')}`;
  await worker.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await worker.close();
  await otherWeb.close();
  await web.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function processWith(roles: ('web' | 'worker' | 'connections')[]): Promise<App> {
  return createApp({
    config: appConfig({ origins: ['http://localhost'], roles: new Set(roles), cluster: true }),
    database: { url: database.url, directUrl: database.url },
    gateways: createGateways({ graphUrl: 'http://127.0.0.1:9', whatsappWebUrl: 'ws://127.0.0.1:9', dataDir }),
    secrets: createSecrets('a secret of thirty-two characters or more'),
    log: testLog(),
    now: () => new Date(),
  });
}

test('news from another process reach the browser, also those too long for a notification', async () => {
  const client = await signIn(url, operator.email, operator.password);
  const socket = await client.socket();
  const companyId = mintCompanyId(client.user.companyId);
  const heard: string[] = [];
  socket.on(`company-${companyId}-settings`, ({ setting }: { setting: { value: string } }) => heard.push(setting.value));
  for (const value of ['short', 'long '.repeat(4000)]) {
    const setting = { id: 1, key: 'call', value, companyId };
    worker.sockets.emit(companyId, { event: 'settings', payload: { action: 'update', setting }, rooms: [{ to: 'company' }] });
  }
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(2);
  expect(new Set(heard)).toEqual(new Set(['short', 'long '.repeat(4000)]));
  socket.close();
});

test('a process that does not say which sockets it has is asked again, and they follow the rights of their user', async () => {
  const admin = await givenCompany(url);
  const queueId = await givenQueue(admin);
  const ana = await givenUser(url, admin, { queueIds: [queueId] });
  const socket = await connect(otherUrl, ana.token);
  const roomsOfAna = () => [...(otherWeb.sockets.io.of('/').sockets.get(socket.id ?? '')?.rooms ?? [])];
  const room = `company:${admin.user.companyId}:queue:${queueId}`;
  expect(roomsOfAna()).toContain(room);
  const { adapter } = web.sockets.io.of('/');
  const { fetchSockets } = adapter;
  let asked = 0;
  adapter.fetchSockets = (options) => {
    if (options.flags?.local) return fetchSockets.call(adapter, options);
    asked += 1;
    if (asked > 2) return fetchSockets.call(adapter, options);
    return Promise.reject(new Error('timeout reached: only 0 responses received out of 1'));
  };
  const { id: userId, name, email, profile } = ana.user;
  await admin.call('PUT /users/:userId', { params: { userId }, body: { name, email, profile, queueIds: [] } });
  await until(() => asked > 2 && !roomsOfAna().includes(room), 15_000);
  expect(socket.connected).toBe(true);
  adapter.fetchSockets = fetchSockets;
  socket.close();
});
