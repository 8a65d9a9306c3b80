// The last three migrations come to an installation that is at work: messages come in and go out meanwhile, and nobody waits for long.
// `MIGRATE_MESSAGES=2100000` makes as many messages as the bench has.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';
import { readMigrations, runsOutside } from '../src/platform/db/migration-files.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';

const messages = Number(process.env.MIGRATE_MESSAGES ?? 20_000);
const size = { companies: 20, contacts: Math.ceil(messages / 40), tickets: Math.ceil(messages / 10), messages };
const longestMs = 3_000;
/** Earlier files were written for an installation that is stopped. */
const firstForRunning = '0020';

const all = readMigrations();
const last = all.slice(-3);
const folder = join(import.meta.dirname, '../migrations');

let database: TestDatabase;
let dir: string;
let sql: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  dir = mkdtempSync(join(tmpdir(), 'running-'));
  for (const { name } of all.slice(0, -3)) cpSync(join(folder, name), join(dir, name));
  await migrate(database.url, dir);
  sql = new pg.Client({ connectionString: database.superUrl });
  await sql.connect();
  await fill();
}, 3_600_000);
afterAll(async () => {
  await sql.end();
  await database.drop();
  rmSync(dir, { recursive: true });
});

test('the last three migrations keep no message waiting, and lose none', { timeout: 3_600_000 }, async () => {
  const seeded = await sums();
  const traffic = await startTraffic();
  const slow: string[] = [];
  const underLock: string[] = [];
  for (const migration of last) {
    traffic.waits.splice(0);
    const before = await largeTables();
    const done = traffic.count();
    cpSync(join(folder, migration.name), join(dir, migration.name));
    const from = performance.now();
    await migrate(database.url, dir);
    const tookMs = performance.now() - from;
    // What was waiting at the end counts as well.
    await traffic.until(done + 20);
    const waitedMs = Math.max(0, ...traffic.waits);
    if (process.env.MIGRATE_MESSAGES) console.log(`${migration.name}: ${tookMs.toFixed(0)} ms, the longest wait ${waitedMs.toFixed(0)} ms`);
    if (waitedMs > longestMs) slow.push(`${migration.name}: ${waitedMs.toFixed(0)} ms`);
    if (migration.name >= firstForRunning) underLock.push(...lockedWork(migration, before, await largeTables()));
  }
  const { accepted, refused } = await traffic.stop();
  expect.soft(slow, 'files that keep messages waiting').toEqual([]);
  expect.soft(underLock, 'what takes longer with more rows, while nobody can write').toEqual([]);
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from messages where external_id like 'now:%'`);
  expect(rows[0]?.n, `refused: ${[...refused].join(', ')}`).toBe(accepted);
  expect(await sums()).toEqual(seeded);
});

/** What a message that comes in or goes out writes, in one transaction. */
const written = ['messages', 'tickets', 'contacts', 'contact_identities', 'attendances', 'message_outbox', 'message_external_ids'];

test('none of them keeps two tables from those who write messages, which would be a deadlock', { timeout: 120_000 }, async () => {
  const empty = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const folderOf = mkdtempSync(join(tmpdir(), 'locks-'));
  onTestFinished(async () => {
    await client.end();
    await empty.drop();
    rmSync(folderOf, { recursive: true });
  });
  const found: Record<string, string[]> = {};
  for (const migration of all) {
    if (last.includes(migration) && !runsOutside(migration)) {
      await migrate(empty.url, folderOf);
      await client.query(`begin; set local app.platform = 'on'`);
      await client.query(migration.sql);
      const { rows } = await client.query<{ name: string }>(
        `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
         where l.pid = pg_backend_pid() and c.relname = any($1) and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
        [written],
      );
      await client.query('rollback');
      if (rows.length > 1) found[migration.name] = rows.map(({ name }) => name);
    }
    cpSync(join(folder, migration.name), join(folderOf, migration.name));
  }
  expect(found).toEqual({});
});

/** How many rows there were before the traffic, and a sum over what they say, which no migration changes. */
async function sums() {
  const { rows } = await sql.query<{ name: string; n: number; sum: string }>(`
    select 'messages' as name, count(*)::int as n,
      sum(hashtextextended(concat_ws('|', company_id, id, ticket_id, contact_id, connection_id, from_me, external_id, body, state, ack, sent_at), 0)) as sum
      from messages where external_id like 'seed:%'
    union all
    select 'contacts', count(*)::int, sum(hashtextextended(concat_ws('|', company_id, id, name, number), 0)) from contacts
    union all
    select 'tickets', count(*)::int, sum(hashtextextended(concat_ws('|', company_id, id, number, status, contact_id, connection_id, closed_at, created_at), 0)) from tickets
    union all
    select 'inbound_events', count(*)::int, sum(hashtextextended(concat_ws('|', company_id, connection_id, key, payload), 0)) from inbound_events where key like 'seed:%'`);
  return rows;
}

type Large = { name: string; file: number; indexes: string[]; constraints: string[]; valid: string[] };

/** The tables that grow with the messages: the file that holds their rows, their indexes, and their constraints with those of them that are valid. */
async function largeTables(): Promise<Large[]> {
  await sql.query('analyze');
  const { rows } = await sql.query<Large>(`
    select c.relname as name, pg_relation_filenode(c.oid)::int as file,
      array(select i.indexrelid::regclass::text from pg_index i where i.indrelid = c.oid) as indexes,
      array(select conname::text from pg_constraint where conrelid = c.oid and contype in ('c', 'f')) as constraints,
      array(select conname::text from pg_constraint where conrelid = c.oid and contype in ('c', 'f') and convalidated) as valid
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples >= ${size.contacts / 2}`);
  return rows;
}

/** What a migration did to large tables that locks out writers for as long as all rows take. */
function lockedWork(migration: (typeof all)[number], before: Large[], after: Large[]): string[] {
  return before.flatMap((was) => {
    const is = after.find(({ name }) => name === was.name);
    if (!is) return [];
    const indexes = is.indexes.filter((each) => !was.indexes.includes(each));
    const checked = is.valid.filter((each) => !was.constraints.includes(each));
    return [
      ...(is.file === was.file ? [] : [`${migration.name} rewrites ${was.name}`]),
      ...(runsOutside(migration) ? [] : indexes.map((index) => `${migration.name} makes the index ${index}, not concurrently`)),
      ...(runsOutside(migration) ? [] : checked.map((name) => `${migration.name} adds and checks ${name} at once`)),
    ];
  });
}

/** Rows as the bench has them, in whatever schema there is before these migrations. */
async function fill(): Promise<void> {
  const insert = async (table: string, values: Record<string, string>, count: number) => {
    const { rows } = await sql.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    const known = Object.keys(values).filter((column) => rows.some(({ name }) => name === column));
    await sql.query(
      `insert into ${table} (${known.join()}) overriding system value select ${known.map((each) => values[each]).join()} from generate_series(1, ${count}) g`,
    );
  };
  const company = `1 + g % ${size.companies}`;
  const companyOf = (rows: string) => `1 + (${rows}) % ${size.companies}`;
  await sql.query('set session_replication_role = replica');
  const { rows: indexes } = await sql.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i where schemaname = 'public' and tablename in ('contacts', 'tickets', 'messages')
      and not exists (select from pg_constraint c where c.conname = i.indexname)`);
  for (const { name } of indexes) await sql.query(`drop index ${name}`);
  await insert('companies', { id: 'g', name: `'Loja ' || g` }, size.companies);
  await insert(
    'connections',
    { company_id: 'g', id: 'g', name: `'Vendas'`, channel: `'simulator'`, status: `'CONNECTED'`, webhook_key: `'n' || g` },
    size.companies,
  );
  await insert('contacts', { company_id: company, id: 'g', name: `'Pessoa ' || g`, number: `'5548' || 900000000 + g` }, size.contacts);
  const contact = `1 + g % ${size.contacts}`;
  const ticket = {
    company_id: companyOf(contact),
    id: 'g',
    number: 'g',
    status: `case when g <= ${size.contacts} then 'open' else 'closed' end`,
    contact_id: contact,
    connection_id: companyOf(contact),
    closed_at: `case when g > ${size.contacts} then now() end`,
    created_at: `now() - g * interval '1 minute'`,
  };
  await insert('tickets', ticket, size.tickets);
  // The contact of message g's ticket, as above.
  const itsTicket = `1 + g % ${size.tickets}`;
  const itsContact = `1 + (${itsTicket}) % ${size.contacts}`;
  const message = {
    company_id: companyOf(itsContact),
    ticket_id: itsTicket,
    contact_id: itsContact,
    connection_id: companyOf(itsContact),
    from_me: 'g % 2 = 0',
    external_id: `'seed:' || g`,
    body: `'Bom dia, o pedido ' || g || ' sai hoje para entrega?'`,
    media_type: `'conversation'`,
    state: `case when g % 2 = 0 then 'read' else 'received' end`,
    ack: 'case when g % 2 = 0 then 3 else 0 end',
    sent_at: `now() - g * interval '1 second'`,
  };
  await insert('messages', message, size.messages);
  const event = { company_id: 'g % 20 + 1', connection_id: 'g % 20 + 1', key: `'seed:' || g`, payload: `'{"kind":"message"}'` };
  await insert('inbound_events', { ...event, received_at: 'now()', processed_at: 'now()' }, Math.ceil(size.messages / 4));
  for (const { definition } of indexes) await sql.query(definition);
  await sql.query('set session_replication_role = origin');
  await sql.query('vacuum (analyze)');
}

/** Receives, sends and reads as the server does, in the statements that every version has; notes how long each transaction took. */
/** `waits`: how long those who write were each kept by a lock, in ms. How long they took in all goes by what else the machine has to do. */
async function startTraffic() {
  const waits: number[] = [];
  const refused = new Set<string>();
  let accepted = 0;
  let finished = 0;
  let n = 0;
  let running = true;
  const clients = Array.from({ length: 4 }, () => new pg.Client({ connectionString: database.url, application_name: 'traffic' }));
  await Promise.all(clients.map((client) => client.connect()));
  const since = new Map<number, number>();
  const watch = async () => {
    while (running) {
      const { rows } = await sql.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'traffic' and wait_event_type = 'Lock'`,
      );
      const held = new Set(rows.map(({ pid }) => pid));
      for (const pid of held) since.set(pid, since.get(pid) ?? performance.now());
      for (const [pid, from] of since) {
        waits.push(performance.now() - from);
        if (!held.has(pid)) since.delete(pid);
      }
      await setTimeout(20);
    }
  };
  const work = async (client: pg.Client) => {
    while (running) {
      const mine = ++n;
      const ticketId = 1 + (mine % size.contacts);
      const contactId = 1 + (ticketId % size.contacts);
      const companyId = 1 + (contactId % size.companies);
      try {
        await client.query('begin');
        await client.query(`select set_config('app.company_id', $1, true)`, [String(companyId)]);
        await client.query(
          `insert into inbound_events (company_id, connection_id, key, payload, received_at) values ($1, $1, $2, '{"kind":"message"}', now())`,
          [companyId, `now:${mine}`],
        );
        await client.query('select name from contacts where company_id = $1 and id = $2', [companyId, contactId]);
        await client.query('select id from users where company_id = $1', [companyId]);
        const add = (fromMe: boolean, externalId: string) =>
          client.query<{ id: number }>(
            `insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, external_id, body, media_type, state, sent_at)
             values ($1, $2, $3, $1, $4, $5, 'Bom dia', 'conversation', $6, now()) returning id`,
            [companyId, ticketId, contactId, fromMe, externalId, fromMe ? 'queued' : 'received'],
          );
        await add(false, `now:${mine}`);
        const { rows } = await add(true, `sent:${mine}`);
        await client.query('update tickets set last_message_id = $3, updated_at = now() where company_id = $1 and id = $2', [
          companyId,
          ticketId,
          rows[0]?.id,
        ]);
        await client.query(`update messages set state = 'sent', ack = 1 where company_id = $1 and id = $2`, [companyId, rows[0]?.id]);
        await client.query('select id, body from messages where company_id = $1 and ticket_id = $2 order by id desc limit 20', [
          companyId,
          ticketId,
        ]);
        await client.query('commit');
        accepted++;
      } catch (error) {
        refused.add((error as Error).message);
        await client.query('rollback');
      }
      finished++;
      // The pace of an installation, not of a benchmark.
      await setTimeout(10);
    }
  };
  const working = [...clients.map(work), watch()];
  return {
    waits,
    count: () => finished,
    async until(count: number) {
      while (finished < count) await setTimeout(10);
    },
    async stop() {
      running = false;
      await Promise.all(working);
      await Promise.all(clients.map((client) => client.end()));
      return { accepted, refused };
    },
  };
}
