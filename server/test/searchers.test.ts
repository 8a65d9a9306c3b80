// Searches take the database long. However many a company makes at once, few run, the others of its requests and other companies do not wait
// for them, and who has gone is not searched for.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, until } from './client.ts';
import { type Desk, givenDesk } from './given.ts';
import { givenCompany } from './people.ts';

let desk: Desk;
let neighbour: Client;
let sql: pg.Client;
let holder: pg.Client;
let ticketId: number;

beforeAll(async () => {
  desk = await givenDesk();
  neighbour = await givenCompany(desk.world.url);
  [sql, holder] = [1, 2].map(() => new pg.Client({ connectionString: desk.world.database.superUrl })) as [pg.Client, pg.Client];
  await Promise.all([sql.connect(), holder.connect()]);
  await desk.graph.customer({ phone: '5548999990001', name: 'Helena' }, desk.phoneNumberId).text('bom dia');
  ticketId = await until(
    async () => (await desk.admin.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets[0]?.id,
  );
});
afterAll(async () => {
  await Promise.all([sql.end(), holder.end()]);
  await desk.close();
});
beforeEach(async () => {
  await until(async () => (await searching()) === 0);
});

/** How many searches the database is doing. What holds them up: see `holdingNotes`. */
async function searching(): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

/** While `work` runs, nothing reads notes: searches look into them, lists do not. */
async function holdingNotes(work: () => Promise<void>): Promise<void> {
  await holder.query('begin; lock table ticket_notes in access exclusive mode');
  try {
    await work();
  } finally {
    await holder.query('rollback');
  }
}

const search = (client: Client, signal?: AbortSignal) =>
  fetch(`${desk.world.url}/tickets?searchParam=bom%20dia`, {
    headers: { authorization: `Bearer ${client.token}` },
    ...(signal ? { signal } : {}),
  }).then(({ status }) => status);

test('while many of a company search, its lists are read as ever, and a neighbour searches too', async () => {
  let found: Promise<number[]> = Promise.resolve([]);
  await holdingNotes(async () => {
    found = Promise.all(Array.from({ length: 12 }, () => search(desk.admin)));
    await until(async () => (await searching()) > 0);
    const { tickets } = await desk.admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    expect(tickets.map(({ id }) => id)).toEqual([ticketId]);
    expect(await searching()).toBe(1);
    const other = search(neighbour);
    await until(async () => (await searching()) === 2);
    found = Promise.all([found, other]).then(([all, one]) => [...all, one]);
  });
  expect(new Set(await found)).toEqual(new Set([200]));
});

test('who leaves is searched for no longer, nor is their search begun', async () => {
  await holdingNotes(async () => {
    const leaving = new AbortController();
    const searches = Array.from({ length: 12 }, () => search(desk.admin, leaving.signal).catch(() => 'left'));
    await until(async () => (await searching()) > 0);
    leaving.abort();
    expect(new Set(await Promise.all(searches))).toEqual(new Set(['left']));
    await until(async () => (await searching()) === 0, 3_000);
  });
  expect(await search(desk.admin)).toBe(200);
});

test('what is asked by days or for files takes its turn with searches', async () => {
  const answers: Promise<number>[] = [];
  await holdingNotes(async () => {
    answers.push(search(desk.admin));
    await until(async () => (await searching()) === 1);
    for (const asked of ['hasFile=true', 'from=2020-01-01', 'date=2020-01-01']) {
      const headers = { authorization: `Bearer ${desk.admin.token}` };
      const answer = fetch(`${desk.world.url}/tickets?${asked}`, { headers }).then(({ status }) => status);
      answers.push(answer);
      expect(await Promise.race([answer, delay(300, 'waits')])).toBe('waits');
    }
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});
