// What a message goes through until it is read changes its rows in place (HOT): pages have room for it, and no index has what changes.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConnection, setConnectionStatus } from '../src/features/company/connections/actions.ts';
import { receiveEvents } from '../src/features/desk/messages/actions/in/receive.ts';
import { deliverOutbox } from '../src/features/desk/messages/actions/out/deliver.ts';
import { sendMessage } from '../src/features/desk/messages/actions/out/send.ts';
import type { Inbound } from '../src/gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../src/platform/context.ts';
import { platformTransaction, transaction } from '../src/platform/db/transaction.ts';
import { features } from '../src/product.ts';
import { until } from './client.ts';
import { createTestCompany, type TestCompany } from './company.ts';

const chats = 24;
const each = 10;

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 1 } });
  ctx = asSystem(company.admin, company.admin.companyId);
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
});
afterAll(() => company.close());

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);

const said = (chat: number): Inbound => ({
  key: `m:${chat}`,
  kind: 'message',
  externalId: `wamid-${chat}`,
  chat: [{ kind: 'wa_pn', value: `55119${61_000_000 + chat}` }],
  participant: null,
  name: 'Cliente',
  fromMe: false,
  sentAt: company.clock.now().toISOString(),
  content: { type: 'text', body: 'Bom dia' },
  quotedExternalId: null,
  forwarded: false,
  history: false,
});
const ticked = (externalId: string, status: 'delivered' | 'read'): Inbound => ({
  key: `s:${externalId}:${status}`,
  kind: 'status',
  externalId,
  clientKey: null,
  status,
  at: company.clock.now().toISOString(),
  reason: null,
  recipient: null,
});

/** Not all: as long as a transaction lasts, a page keeps what was there before it, and on a busy machine it is full before the first has ended. */
async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 3) await Promise.all(all.slice(at, at + 3).map(work));
}

test('a message that is sent, delivered and read enters no index again, and neither does its ticket', async () => {
  await Promise.all(Array.from({ length: chats }, (_, chat) => receiveEvents(ctx, connectionId, [said(chat)])));
  const tickets = await inDb(sql<{ id: number }>`select id from tickets order by id`);
  for (let n = 0; n < each; n++)
    await someAtOnce(tickets, ({ id }) =>
      sendMessage(ctx, id, { body: `Seu pedido ${n} sai hoje para entrega, até as dezoito horas.` }, [], null),
    );
  const waits = () => inDb(sql`select 1 from message_outbox limit 1`);
  while ((await waits()).length > 0) await deliverOutbox(ctx, connectionId);
  const sent = await inDb(sql<{ id: string }>`select sent_as as id from messages where sent_as is not null order by id`);
  expect(sent).toHaveLength(chats * each);
  for (const status of ['delivered', 'read'] as const)
    await someAtOnce(sent, ({ id }) => receiveEvents(ctx, connectionId, [ticked(id, status)]));

  type Updates = { name: string; all: number; share: number };
  let updates: Updates[] = [];
  // Each connection tells what it did some seconds later.
  await until(async () => {
    updates = await inDb(sql<Updates>`
      select relname as name, n_tup_upd::int as all, n_tup_hot_upd::float / nullif(n_tup_upd, 0) as share from pg_stat_user_tables
      where relname in ('messages', 'tickets', 'message_outbox') order by 1`);
    return (
      updates.every(({ all }) => all >= chats * each) && (updates.find(({ name }) => name === 'messages')?.all ?? 0) >= 3 * chats * each
    );
  }, 30_000);
  // If one of the changes that a message goes through were not in place, this would be two thirds at most.
  for (const { name, share } of updates) expect(share, name).toBeGreaterThan(0.9);
});
