// A whole server on a database of its own, for tests that go through HTTP and sockets.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppParts, createApp } from '../src/app.ts';
import { firstStart } from '../src/features/company/sign-up/actions.ts';
import { createGateways, type Gateways } from '../src/gateways/gateways.ts';
import type { HttpConfig } from '../src/gateways/http/outside-call.ts';
import type { PixConfig } from '../src/gateways/pix/pix.ts';
import type { WebPatience } from '../src/gateways/whatsapp/web/patience.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { appConfig } from './app-config.ts';
import { type Collation, createTestDatabase, type TestDatabase } from './database.ts';
import { testLog } from './log.ts';

export type World = {
  app: App;
  url: string;
  database: TestDatabase;
  dataDir: string;
  /** Moves the clock; time stands still otherwise only if `freeze` was asked for. */
  clock: { now(): Date; advance(ms: number): void };
  /** The platform operator made at the first start. */
  operator: { email: string; password: string };
  close(): Promise<void>;
};

export type WorldOptions = {
  graphUrl?: string;
  whatsappWebUrl?: string;
  whatsappWebPatience?: Partial<WebPatience>;
  /** Which addresses of this machine may be called; default: none. */
  http?: HttpConfig;
  dialogflowUrl?: string;
  modelsUrl?: string;
  gateways?: (made: Gateways) => Gateways;
  roles?: ('web' | 'worker' | 'connections')[];
  collation?: Collation;
  config?: Partial<AppParts['config']>;
  /** The way to the database, given its address; default: straight. */
  pix?: PixConfig;
  databaseUrl?: (url: string) => string;
  /** What happens before the server listens and takes jobs. */
  before?: (app: App) => Promise<void>;
};

/** Starts a server on a free port with an empty database. Jobs run, sockets listen, answers are checked against the contract. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase(options.collation);
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const way = options.databaseUrl?.(database.url) ?? database.url;
  let shift = 0;
  const now = () => new Date(Date.now() + shift);
  const advance = (ms: number) => {
    shift += ms;
  };
  const made = createGateways({
    graphUrl: options.graphUrl ?? 'http://127.0.0.1:9',
    whatsappWebUrl: options.whatsappWebUrl ?? 'ws://127.0.0.1:9',
    whatsappWebPatience: options.whatsappWebPatience,
    http: options.http,
    dialogflowUrl: options.dialogflowUrl,
    modelsUrl: options.modelsUrl ?? 'http://127.0.0.1:9/v1',
    dataDir,
    pix: options.pix,
  });
  const app = await createApp({
    config: appConfig({
      origins: ['http://localhost'],
      roles: new Set(options.roles ?? ['web', 'worker', 'connections']),
      databasePool: 8,
      ...options.config,
    }),
    database: { url: way, directUrl: way },
    gateways: options.gateways?.(made) ?? made,
    secrets: createSecrets('a secret of thirty-two characters or more'),
    log: testLog(),
    now,
  });
  const operator = { email: 'operadora@balcao.local', password: 'senha-da-operadora' };
  await firstStart(app.base, operator);
  await options.before?.(app);
  const port = await app.listen(0, '127.0.0.1');
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    database,
    dataDir,
    clock: { now, advance },
    operator,
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
