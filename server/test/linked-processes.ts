// Servers in processes of their own on one database, beside one fake WhatsApp, for tests that kill them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase } from './database.ts';
import { coordinatesFor } from './fake-whatsapp/environment.ts';
import type { FakeWhatsApp } from './fake-whatsapp/fake-whatsapp.ts';
import type { Phone } from './fake-whatsapp/phone.ts';
import { givenFakeWhatsApp } from './linked.ts';
import { type ServerProcess, serverEnv, startServer } from './server-process.ts';

export type LinkedProcesses = {
  fake: FakeWhatsApp;
  /** Looks past row-level security. */
  sql: pg.Pool;
  /** Starts a server, on a port of its own; `more` adds to what it is told. */
  start(more?: Record<string, string>): Promise<ServerProcess>;
  /** The texts of a chat as stored, oldest first. */
  stored(phone: Phone, fromMe: boolean): Promise<string[]>;
  /** What a phone has received from the shop, in order. */
  arrived(phone: Phone): string[];
  close(): Promise<void>;
};

export async function givenLinkedProcesses(): Promise<LinkedProcesses> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-linked-'));
  const sql = new pg.Pool({ connectionString: database.superUrl, max: 2 });
  const { fake, stop } = await givenFakeWhatsApp();
  const servers: ServerProcess[] = [];
  return {
    fake,
    sql,
    async start(more = {}) {
      const server = await startServer(await serverEnv(database, dataDir, { ...coordinatesFor(fake.coordinates), ...more }));
      servers.push(server);
      return server;
    },
    async stored(phone, fromMe) {
      const { rows } = await sql.query<{ body: string }>(
        `select m.body from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
         where c.number = $1 and m.from_me = $2 order by m.sent_at, m.id`,
        [phone.user, fromMe],
      );
      return rows.map(({ body }) => body);
    },
    arrived: (phone) =>
      fake.messages
        .filter(({ receivedBy, ownCopy }) => receivedBy === phone && !ownCopy)
        .map(({ message }) => message.extendedTextMessage?.text ?? message.conversation ?? '?'),
    async close() {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')));
      await sql.end();
      await stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
