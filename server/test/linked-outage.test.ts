// PostgreSQL goes away for twenty seconds while customers write to a linked phone. The process lives, and what they wrote is there once, in order.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbeddedDatabase } from '../src/platform/db/embedded.ts';
import { until } from './client.ts';
import { coordinatesFor } from './fake-whatsapp/environment.ts';
import { givenFakeWhatsApp, linkPhone, untilStatus } from './linked.ts';
import { givenCompany } from './people.ts';
import { serverEnv, startServer } from './server-process.ts';

const outageMs = 20_000;

test('the database is away for twenty seconds while customers write to a linked phone', { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-outage-'));
  let database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database') });
  const { fake, stop } = await givenFakeWhatsApp();
  const more = { LOG_LEVEL: 'silent', ...coordinatesFor(fake.coordinates) };
  const server = await startServer(await serverEnv(database, join(dataDir, 'server'), more));
  try {
    const admin = await givenCompany(server.url, 'Padaria Trigo Novo');
    const shop = fake.contact('5511999990000', 'Padaria Trigo Novo');
    const { connectionId } = await linkPhone(fake, admin, shop);
    const ana = fake.contact('5511988887777', 'Ana');
    const said: string[] = [];
    let writing = true;
    const flow = (async () => {
      for (let n = 1; writing; n++) {
        await fake.send(ana, `pedido ${n}`);
        said.push(`pedido ${n}`);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    })();
    await until(() => said.length > 5, 20_000);
    const away = performance.now();
    await database.stop();
    await until(() => performance.now() - away > outageMs, outageMs + 5_000);
    database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database') });
    writing = false;
    await flow;
    expect(server.alive()).toBe(true);
    await untilStatus(admin, connectionId, 'CONNECTED', null, 60_000);
    const superUrl = new URL(database.superUrl);
    superUrl.pathname = new URL(database.url).pathname;
    const sql = new pg.Client({ connectionString: superUrl.href });
    sql.on('error', () => undefined);
    await sql.connect();
    const stored = async () =>
      (await sql.query<{ body: string }>('select body from messages where not from_me order by sent_at, id')).rows.map(({ body }) => body);
    await until(async () => (await stored()).length >= said.length, 60_000);
    expect(await stored()).toEqual(said);
    await sql.end();
  } finally {
    await server.kill('SIGKILL');
    await stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
