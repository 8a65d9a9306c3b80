import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { receiveEvents } from '../../src/features/desk/messages/actions/in/receive.ts';
import { deliverOutbox } from '../../src/features/desk/messages/actions/out/deliver.ts';
import { sendMessage } from '../../src/features/desk/messages/actions/out/send.ts';
import type { Inbound } from '../../src/gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../src/platform/context.ts';
import { type Bench, numbers } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { quietApp } from '../quiet-app.ts';
import { active, cloudConnections, company, connectionOf, firstActiveTicket } from '../seed.ts';
import { factOf } from './receiving.ts';

const messages = 600;
const atOnce = 12;

/** What a message writes, as the log of the database tells it: WAL without images of pages, index entries, updates in place, multixacts. */
export async function measureWrites({ database, tell }: Pick<Bench, 'database' | 'tell'>): Promise<void> {
  const app = await quietApp(database.url, atOnce);
  const ctx = { ...app.base, ...asSystem(app.base, mintCompanyId(company)) };
  const random = numbers(17);
  const figure = (what: string, amount: number, unit: 'B' | '%' | '×', target: { atMost?: number } = {}) =>
    tell({ what, value: { amount, unit }, target });
  try {
    await asSuperuser(database.superUrl, async (client) => {
      await client.query('create extension if not exists pg_walinspect');
      const told = (what: string, { bytes, entries, inPlace, multixacts }: Written, wanted: { entries?: number } = {}) => {
        figure(`${what}: WAL for each`, bytes, 'B');
        figure(`${what}: index entries for each`, entries, '×', wanted.entries === undefined ? {} : { atMost: wanted.entries });
        figure(`${what}: updates of tickets and messages not in place`, (1 - inPlace) * 100, '%');
        figure(`${what}: multixacts for each`, multixacts, '×', { atMost: 0.4 });
      };
      const written = (work: (n: number) => Promise<unknown>) => watch(client, () => side(messages, work));

      const customers = Array.from({ length: active }, (_, n) => n + 1);
      const customer = () => customers[random(customers.length)] ?? 1;
      told('inbound', await written(() => receive(customer())));

      const reachable = customers.filter((id) => connectionOf(id) > cloudConnections);
      const mark = randomUUID();
      const queue = (n: number) => {
        const contactId = reachable[random(reachable.length)] ?? 1;
        return sendMessage(ctx, firstActiveTicket + contactId - 1, { body: `Seu pedido ${n} sai hoje. ${mark}` }, [], null);
      };
      told('outgoing, until it is stored', await written(queue));
      const after = await watch(client, async () => {
        for (const id of new Set(reachable.map(connectionOf))) for (let run = 0; run < messages / 8; run++) await deliverOutbox(ctx, id);
        const sent = await providerIds(client, mark);
        for (const status of ['delivered', 'read'] as const)
          await side(sent.length, (n) => receiveEvents(ctx, sent[n]?.connectionId ?? 0, [ticked(sent[n]?.externalId ?? '', status)]));
      });
      told('outgoing, from stored to read', after, { entries: 2 });
    });
  } finally {
    await app.close();
  }

  function receive(contactId: number) {
    return receiveEvents(ctx, connectionOf(contactId), [factOf(contactId, `wamid.${randomUUID()}`)]);
  }
}

/** Runs `work` for 0 to `count`, a few at once. */
async function side(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

type Written = { bytes: number; entries: number; inPlace: number; multixacts: number };

/** What `work` wrote, for each of the messages. Index entries: those of messages and their tables, and of tickets. */
async function watch(client: pg.Client, work: () => Promise<void>): Promise<Written> {
  const position = async () => (await client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')).rows[0]?.at;
  const from = await position();
  await work();
  const to = await position();
  const { rows } = await client.query<{ bytes: string; multixacts: string }>(
    `select sum(record_length - fpi_length) as bytes, count(*) filter (where record_type = 'CREATE_ID') as multixacts from pg_get_wal_records_info($1, $2)`,
    [from, to],
  );
  const { rows: blocks } = await client.query<{ entries: string; in_place: string; updates: string }>(
    `select count(*) filter (where c.relkind = 'i' and b.record_type like 'INSERT_LEAF%') as entries,
       count(*) filter (where c.relkind = 'r' and b.record_type like 'HOT_UPDATE%') as in_place,
       count(*) filter (where c.relkind = 'r' and b.block_id = 0 and b.record_type ~ '^(HOT_)?UPDATE') as updates
     from pg_get_wal_block_info($1, $2) b join pg_class c on pg_relation_filenode(c.oid) = b.relfilenode
     where b.relforknumber = 0 and (c.relname in ('messages', 'tickets') or (c.relkind = 'i' and c.relname ~ '^(tickets|messages|message_(outbox|external_ids))_'))`,
    [from, to],
  );
  const [all, kept] = [rows[0], blocks[0]];
  const updates = Number(kept?.updates);
  return {
    bytes: Number(all?.bytes) / messages,
    entries: Number(kept?.entries) / messages,
    inPlace: updates === 0 ? 1 : Number(kept?.in_place) / updates,
    multixacts: Number(all?.multixacts) / messages,
  };
}

async function providerIds(client: pg.Client, mark: string): Promise<{ externalId: string; connectionId: number }[]> {
  const { rows } = await client.query<{ externalId: string; connectionId: string }>(
    `select coalesce(to_jsonb(m) ->> 'sent_as', external_id) as "externalId", connection_id as "connectionId" from messages m
     where body like '%' || $1 and state <> 'queued'`,
    [mark],
  );
  return rows.map(({ externalId, connectionId }) => ({ externalId, connectionId: Number(connectionId) }));
}

function ticked(externalId: string, status: 'delivered' | 'read'): Inbound {
  const at = new Date().toISOString();
  return { key: `status:${externalId}:${status}`, kind: 'status', externalId, clientKey: null, status, at, reason: null, recipient: null };
}
