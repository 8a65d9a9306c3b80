import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import { firstStart } from '../src/features/company/sign-up/actions.ts';
import { createGateways } from '../src/gateways/gateways.ts';
import { mintCompanyId } from '../src/platform/context.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { signIn } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testLog } from './log.ts';

const operator = { email: 'operadora@balcao.local', password: 'senha-da-operadora' };
let database: TestDatabase;
let dataDir: string;
let web: App;
let worker: App;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-cluster-'));
  web = await processWith(['web']);
  worker = await processWith(['worker', 'connections']);
  await firstStart(web.base, operator);
  url = `http://127.0.0.1:${await web.listen(0, '127.0.0.1')}`;
  await worker.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await worker.close();
  await web.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function processWith(roles: ('web' | 'worker' | 'connections')[]): Promise<App> {
  return createApp({
    config: {
      publicUrl: 'http://localhost',
      origins: ['http://localhost'],
      roles: new Set(roles),
      cluster: true,
      databasePool: 4,
      metricsToken: null,
      webDist: null,
      checkAnswers: true,
    },
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
