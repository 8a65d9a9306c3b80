// The journal day by day: what it recognises, what it keeps, and that no row of it is ever deleted. Nobody runs jobs.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside, type PlatformTx, type Scoped } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { keepJournalDays } from './actions/in/journal-days.ts';
import { receiveEvents, retryEvent } from './actions/in/receive.ts';
import { noteKey } from './store/journal.ts';
import { addJournalDay, dropJournalDay, emptyJournalRest } from './store/journal-days.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let owner: pg.Client;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 2 } });
  ctx = asSystem(company.admin, company.admin.companyId);
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
  owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  await owner.query(`
    create function refuse_delete() returns trigger language plpgsql as $$ begin raise exception 'a row of the journal was deleted'; end $$;
    create trigger kept before delete on inbound_keys for each row execute function refuse_delete();
    create trigger kept before delete on inbound_events for each row execute function refuse_delete();`);
});
afterAll(async () => {
  await owner.end();
  await company.close();
});
afterEach(() => owner.query('truncate inbound_keys, inbound_events'));

const begin = Date.parse('2026-03-10T09:00:00Z');
const dayMs = 86_400_000;
const isoDay = (day: number) => new Date(begin + day * dayMs).toISOString().slice(0, 10);
const onDay = (day: number, minutes = 0) => company.clock.set(new Date(begin + day * dayMs + minutes * 60_000).toISOString());
const keep = () => keepJournalDays(company.base);
/** Days on which something comes in. */
async function work(from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day += 1) {
    onDay(day);
    await keep();
    await receiveEvents(ctx, connectionId, [said()]);
  }
}

let last = 0;
function said(more: Partial<Extract<Inbound, { kind: 'message' }>> = {}): Inbound {
  const externalId = `dito-${++last}`;
  return {
    key: `m:${externalId}`,
    kind: 'message',
    externalId,
    chat: [{ kind: 'wa_pn', value: '5511955550001' }],
    participant: null,
    name: 'Cliente',
    fromMe: false,
    sentAt: company.clock.now().toISOString(),
    content: { type: 'text', body: externalId },
    quotedExternalId: null,
    forwarded: false,
    history: false,
    ...more,
  };
}
/** A tick of a message that nobody knows. */
const tick = (): Inbound => ({
  key: `s:${++last}`,
  kind: 'status',
  externalId: `unknown-${last}`,
  clientKey: null,
  status: 'read',
  at: company.clock.now().toISOString(),
  reason: null,
  recipient: null,
});

const partsOf = async (table: string) =>
  (
    await owner.query<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass($1) order by 1',
      [table],
    )
  ).rows.map(({ name }) => name);
const numberOf = async (rows: string) => Number((await owner.query(`select count(*) as n from ${rows}`)).rows[0].n);

test('twenty busy days leave the kept ones behind, and what is delivered again is recognised for as long', async () => {
  const each = 6;
  for (let day = 0; day < 20; day += 1) {
    onDay(day);
    await keep();
    const facts = Array.from({ length: each }, () => said());
    await receiveEvents(ctx, connectionId, facts);
    // Again, until the last of the days on which it is known.
    for (const later of [0, 1, 7]) {
      onDay(day + later);
      await receiveEvents(ctx, connectionId, facts.slice(0, 3));
    }
    onDay(day);
  }
  await keep();
  const { journal } = company.base;
  expect(await numberOf('inbound_keys')).toBe((journal.days + 1) * each);
  expect(await numberOf('inbound_events')).toBe(0);
  expect(await numberOf('messages')).toBe(20 * each);
  // Kept days, today, three days ahead, and the place for what has none.
  expect(await partsOf('inbound_keys')).toHaveLength(journal.days + 1 + 3 + 1);
});

test('a fact that fails is kept for longer, without its content once it was processed, and goes with its day too', async () => {
  onDay(100);
  await keep();
  const [never, early] = [tick(), said({ fromMe: true, externalId: 'cedo' })];
  const seen: Inbound = { ...tick(), key: 's:cedo', externalId: 'cedo' } as Inbound;
  await receiveEvents(ctx, connectionId, [never, seen]);
  await receiveEvents(ctx, connectionId, [early]);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    onDay(100, 10 * (attempt + 1));
    for (const { key } of [never, seen]) await retryEvent(ctx, connectionId, key);
  }
  const kept = async () =>
    (await owner.query('select key, payload is null as dropped, error is null as well from inbound_events order by key')).rows;
  const both = [
    { key: never.key, dropped: false, well: false },
    { key: 's:cedo', dropped: true, well: true },
  ];
  expect(await kept()).toEqual(both.sort((a, b) => (a.key < b.key ? -1 : 1)));
  await work(101, 100 + company.base.journal.failedDays);
  expect(await kept()).toHaveLength(2);
  await work(101 + company.base.journal.failedDays, 101 + company.base.journal.failedDays);
  await keep();
  expect(await kept()).toEqual([]);
});

test('a fact that still waits keeps its day', async () => {
  onDay(200);
  await keep();
  const waiting = tick();
  await receiveEvents(ctx, connectionId, [waiting]);
  await work(260, 300);
  expect(await numberOf('inbound_events')).toBe(1);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    onDay(300, 10 * attempt);
    await retryEvent(ctx, connectionId, waiting.key);
  }
  await keep();
  expect(await numberOf('inbound_events')).toBe(0);
});

test('a day that nobody made loses nothing, and is made no more once it holds something', async () => {
  onDay(400);
  const facts = [said(), said()];
  await receiveEvents(ctx, connectionId, [...facts, tick()]);
  await keep();
  await receiveEvents(ctx, connectionId, facts);
  expect([await numberOf('inbound_keys_rest'), await numberOf('inbound_events_rest')]).toEqual([3, 1]);
  expect(await partsOf('inbound_keys')).toContain('inbound_keys_20270415');
  await work(401, 407);
  expect(await numberOf('inbound_keys_rest')).toBe(3);
  await work(408, 408);
  await keep();
  expect(await numberOf('inbound_keys_rest')).toBe(0);
});

test('a clock that runs ahead for a while costs nothing of what is kept', async () => {
  const { days, failedDays } = company.base.journal;
  await work(700, 700 + failedDays);
  const today = 700 + failedDays;
  const failed = tick();
  const facts = [said(), said()];
  onDay(today - days);
  await receiveEvents(ctx, connectionId, [...facts, failed]);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    onDay(today - days, 10 * (attempt + 1));
    await retryEvent(ctx, connectionId, failed.key);
  }
  const messages = await numberOf('messages');
  for (const ahead of [30, 31, 4_000]) {
    onDay(today + ahead);
    await keep();
    await keep();
  }
  onDay(today);
  await keep();
  await receiveEvents(ctx, connectionId, facts);
  expect(await numberOf('messages')).toBe(messages);
  expect(await numberOf('inbound_keys')).toBe(1 + days + 3);
  expect(await numberOf('inbound_events')).toBe(1);
  // And one that runs behind.
  onDay(today - 60);
  await keep();
  await receiveEvents(ctx, connectionId, facts);
  onDay(today);
  await keep();
  expect(await numberOf('messages')).toBe(messages);
});

const write = (client: pg.Client, day: number, key: string, nextAttemptAt: Date | null) =>
  client.query(
    `insert into inbound_events (company_id, connection_id, key, payload, received_at, attempts, next_attempt_at, error)
     values ($1, $2, $3, '{}', $4, 1, $5, 'early')`,
    [ctx.companyId, connectionId, key, new Date(begin + day * dayMs), nextAttemptAt],
  );

/** Changes the days while a fact of `day` that is to be tried again is written, but not yet committed. */
async function whileWriting(day: number, change: (tx: PlatformTx) => Promise<void>): Promise<void> {
  const writing = new pg.Client({ connectionString: company.database.superUrl });
  await writing.connect();
  await writing.query('begin');
  await write(writing, day, 's:waits', new Date(begin));
  const changing = platformTransaction(company.base, change);
  await waitingFor('relation');
  await writing.query('commit');
  await writing.end();
  await changing;
}

test.for([
  ['its day', 900, (tx: PlatformTx, until: string) => dropJournalDay(tx, 'inbound_events', isoDay(900), until)],
  ['what has no day', 800, (tx: PlatformTx, until: string) => emptyJournalRest(tx, 'inbound_events', until)],
] as const)('what is being written does not go with %s', async ([, day, drop]) => {
  onDay(900);
  await keep();
  await write(owner, day, 's:given-up', null);
  await whileWriting(day, (tx) => drop(tx, isoDay(901)));
  expect(await numberOf('inbound_events')).toBe(2);
});

test('a day of which something is being written where there are no days is not made', async () => {
  await whileWriting(1_000, (tx) => addJournalDay(tx, 'inbound_events', isoDay(1_000)));
  expect(await numberOf('inbound_events_rest')).toBe(1);
});

test('the place for what has no day is emptied once the last of it is old', async () => {
  const withoutDay = async (day: number) => {
    onDay(day);
    await receiveEvents(ctx, connectionId, [said()]);
  };
  await withoutDay(450);
  await work(451, 453);
  await withoutDay(470);
  await work(471, 475);
  await keep();
  expect(await numberOf('inbound_keys_rest')).toBe(2);
  await work(476, 478);
  await keep();
  expect(await numberOf('inbound_keys_rest')).toBe(0);
});

test('what two numbers of a company bring under one key are two facts', async () => {
  onDay(480);
  await keep();
  const other = (await createConnection(ctx, { name: 'Outro telefone', channel: 'simulator' })).id;
  const fact = said();
  for (const id of [connectionId, other, connectionId, other]) await receiveEvents(ctx, id, [fact]);
  expect(await numberOf('inbound_keys')).toBe(2);
  expect(await numberOf(`messages where external_id = 'dito-${last}'`)).toBe(2);
});

test('two deliveries at once are one, over midnight as well; the second counts if the first fails', async () => {
  onDay(500);
  await keep();
  const [before, after] = [new Date(begin + 500 * dayMs), new Date(begin + 501 * dayMs)];
  for (const fails of [false, true]) {
    const key = `midnight-${fails}`;
    let second: Promise<boolean> | undefined;
    const note = async (tx: Scoped, at: Date) => (await noteKey(tx, connectionId, key, at)).isNew;
    const first = transaction(ctx, async (tx) => {
      expect(await note(tx, before)).toBe(true);
      second = transaction(ctx, (tx) => note(tx, after));
      await waitingFor('advisory');
      if (fails) throw new Error('taken back');
    });
    if (fails) await expect(first).rejects.toThrow('taken back');
    else await first;
    expect(await second).toBe(fails);
  }
});

test('who takes facts together leaves one that somebody else is about to note, and nobody notes what they are about to', async () => {
  onDay(520);
  await keep();
  const take = async (tx: Scoped, key: string) => {
    const { rows } = await sql<{ taken: boolean | null }>`
      select try_note_inbound(${ctx.companyId}, ${connectionId}, ${key}, '2027-08-12') as taken`.execute(tx.db);
    return rows[0]?.taken;
  };
  await transaction(ctx, async (tx) => {
    await noteKey(tx, connectionId, 'noted', company.clock.now());
    expect(await transaction(ctx, (second) => take(second, 'noted'))).toBe(null);
  });
  expect(await transaction(ctx, (tx) => take(tx, 'noted'))).toBe(false);
  await transaction(ctx, async (tx) => {
    expect(await take(tx, 'taken')).toBe(true);
    expect(await transaction(ctx, (second) => take(second, 'taken'))).toBe(null);
  });
  expect(await transaction(ctx, async (tx) => (await noteKey(tx, connectionId, 'taken', company.clock.now())).isNew)).toBe(false);
});

/** Until somebody waits for a lock of this kind. */
async function waitingFor(kind: 'advisory' | 'relation'): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      `select 1 from pg_locks where locktype = $1 and not granted and database = (select oid from pg_database where datname = current_database())`,
      [kind],
    );
    if (rows.length > 0) return;
  }
}

test('processes that change the days at once do it once, and a busy table keeps nobody waiting for long', async () => {
  onDay(600);
  await Promise.all([keep(), keep(), keep()]);
  const there = await partsOf('inbound_keys');
  await owner.query('begin; lock table inbound_keys in row exclusive mode');
  onDay(601);
  const from = performance.now();
  const [, noted] = await Promise.all([keep(), transaction(ctx, (tx) => noteKey(tx, connectionId, 'meanwhile', company.clock.now()))]);
  expect(noted.isNew).toBe(true);
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(await partsOf('inbound_keys')).toEqual(there);
  await owner.query('rollback');
  await keep();
  expect(await partsOf('inbound_keys')).not.toEqual(there);
});
