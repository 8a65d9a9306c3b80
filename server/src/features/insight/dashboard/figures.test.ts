// Every figure of generated histories is counted again, attendance by attendance and with another calendar than the database's.
import type { AttendanceView, timesBy } from '@balcao/contract/dashboard';
import { addDays, dayIn } from '@balcao/contract/dashboard-rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { keepDays } from './actions.ts';
import {
  dashboardAttendances,
  dashboardHours,
  dashboardRatings,
  dashboardTimes,
  exportAttendances,
  showBoard,
  showDashboard,
  ticketsByDay,
  ticketsByUser,
} from './reads.ts';
import { timesOf } from './rules.ts';
import { stepFactor, type stepped, sumTimes } from './store/figures.ts';

type Attendance = {
  ticketId: number | null;
  userId: number | null;
  queueId: number | null;
  connectionId: number | null;
  queuedAt: Date;
  startedAt: Date | null;
  firstResponseAt: Date | null;
  finishedAt: Date | null;
  rating: number | null;
};
type World = { users: number[]; queues: number[]; tags: number[]; connections: number[]; tickets: { id: number; tags: number[] }[] };

let company: TestCompany;
let world: World;
const contacts = 6;

/** Midnights that are left out or come twice by daylight saving, ends of months and of a leap February are all near these days. */
const zones = {
  'America/Sao_Paulo': ['2026-01-31', '2026-02-28', '2026-11-15'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Africa/Cairo': ['2026-04-24', '2026-10-30'],
  'Atlantic/Azores': ['2026-10-25'],
  'Asia/Kathmandu': ['2024-02-29', '2026-12-31'],
} as const;

beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  const { companyId } = company.admin;
  world = await transaction(company.admin, async ({ db }) => {
    const ids = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows.map((row) => row.id);
    const users = await ids(sql`insert into users (company_id, name, email, password_hash, deleted_at)
      select ${companyId}, 'Pessoa', 'pessoa' || i || '@loja.example', '', case when i = 4 then now() end from generate_series(1, 4) i returning id`);
    const queues = await ids(sql`insert into queues (company_id, name, color)
      select ${companyId}, 'Fila ' || i, '#00000' || i from generate_series(1, 2) i returning id`);
    const tags = await ids(sql`insert into tags (company_id, name, color)
      select ${companyId}, 'Etiqueta ' || i, '#000000' from generate_series(1, 2) i returning id`);
    const connections = await ids(sql`insert into connections (company_id, name, channel, webhook_key)
      select ${companyId}, 'Telefone ' || i, 'simulator', 'chave ' || i from generate_series(1, 2) i returning id`);
    const tickets = await ids(sql`
      with people as (insert into contacts (company_id, name) select ${companyId}, 'Cliente ' || i from generate_series(1, ${contacts}) i returning id)
      insert into tickets (company_id, number, status, contact_id) select ${companyId}, row_number() over (order by id), 'closed', id from people returning id`);
    await sql`insert into ticket_tags (company_id, ticket_id, tag_id)
      select ${companyId}, t.id, g.id from tickets t, tags g where t.id % 4 in (g.id % 2, 2)`.execute(db);
    const { rows } = await sql<{ ticket_id: number; tag_id: number }>`select ticket_id, tag_id from ticket_tags`.execute(db);
    const tagsOf = (id: number) => rows.filter(({ ticket_id }) => ticket_id === id).map(({ tag_id }) => tag_id);
    return { users, queues, tags, connections, tickets: tickets.map((id) => ({ id, tags: tagsOf(id) })) };
  });
});
afterAll(() => company.close());

const minute = 60_000;
const orNone = (ids: readonly number[]) => fc.option(fc.constantFrom(...ids), { freq: 3 });

/** Attendances from two days before a day until two after it. A ticket may have several: it was reopened. */
function histories(day: string): fc.Arbitrary<Attendance[]> {
  const start = Date.parse(addDays(day, -2));
  const gap = fc.integer({ min: 0, max: 30 * 60 });
  const attendance = fc
    .record({
      ticketId: fc.option(fc.constantFrom(...world.tickets.map(({ id }) => id)), { freq: 9 }),
      userId: orNone(world.users),
      queueId: orNone(world.queues),
      connectionId: orNone(world.connections),
      // On the quarter of an hour often, so that the borders of days are hit.
      at: fc.oneof(
        fc.integer({ min: 0, max: 5 * 96 }).map((n) => n * 15),
        fc.integer({ min: 0, max: 5 * 24 * 60 }),
      ),
      waits: fc.option(gap),
      answers: fc.option(gap),
      lasts: fc.option(gap, { freq: 4 }),
      rating: fc.option(fc.constantFrom(1, 2, 3)),
    })
    .map(({ at, waits, answers, lasts, rating, ...rest }): Attendance => {
      const queuedAt = new Date(start + at * minute);
      const after = (...parts: (number | null)[]) =>
        parts.includes(null) ? null : new Date(queuedAt.getTime() + parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) * minute);
      const finishedAt = after(waits ?? 0, lasts);
      return {
        ...rest,
        queuedAt,
        startedAt: after(waits),
        firstResponseAt: after(waits, answers),
        finishedAt,
        rating: finishedAt && rating,
      };
    });
  // At most one attendance of a ticket runs.
  return fc.array(attendance, { maxLength: 50, size: 'max' }).map((all) => {
    const running = new Set<number>();
    return all.filter(({ ticketId, finishedAt }) => {
      if (finishedAt || ticketId === null) return true;
      const first = !running.has(ticketId);
      running.add(ticketId);
      return first;
    });
  });
}

const cases = Object.entries(zones).flatMap(([zone, days]) => days.map((day) => [zone, day] as const));

test.each(cases)('every figure in %s around %s is what counting one by one gives', async (zone, day) => {
  const { admin } = company;
  await transaction(admin, ({ db, companyId }) =>
    sql`insert into settings (company_id, key, value) values (${companyId}, 'timeZone', ${zone})
      on conflict (company_id, key) do update set value = excluded.value`.execute(db),
  );
  const ends = fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 }));
  await fc.assert(
    fc.asyncProperty(histories(day), ends, changes, async (stored, [a, b], changes) => {
      const period = { from: addDays(day, Math.min(a, b)), until: addDays(day, Math.max(a, b)) };
      let history = stored;
      // Of these days figures are kept: of the history before, and of other time zones.
      await store(history);
      await expectCounted(history, period, zone);
      await keepDays(admin, period);
      await expectCounted(history, period, zone);
      for (const change of changes) history = await changeOne(history, change);
      await expectCounted(history, period, zone);
      await keepDays(admin, period);
      await expectCounted(history, period, zone);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

const whats = ['rating', 'user', 'queue', 'connection', 'started', 'answered', 'queued', 'finished', 'removed'] as const;
type Change = { what: (typeof whats)[number]; index: number; by: number };
const changes = fc.array(fc.record({ what: fc.constantFrom(...whats), index: fc.nat(49), by: fc.integer({ min: 1, max: 1_500 }) }), {
  maxLength: 3,
});

function changed(one: Attendance, { what, by }: Change): Attendance | null {
  const other = (ids: number[]) => ids[by % ids.length] ?? null;
  switch (what) {
    case 'rating':
      return { ...one, rating: one.finishedAt && (by % 3) + 1 };
    case 'user':
      return { ...one, userId: other(world.users) };
    case 'queue':
      return { ...one, queueId: other(world.queues) };
    case 'connection':
      return { ...one, connectionId: other(world.connections) };
    case 'started':
      return { ...one, startedAt: null };
    case 'answered':
      return { ...one, firstResponseAt: null };
    case 'queued':
      return { ...one, queuedAt: new Date(one.queuedAt.getTime() - by * minute) };
    case 'finished':
      return { ...one, finishedAt: one.finishedAt && new Date(one.finishedAt.getTime() + by * minute) };
    case 'removed':
      return null;
  }
}

/** As somebody would who changes what is long past. */
async function changeOne(history: Attendance[], change: Change): Promise<Attendance[]> {
  const one = history[change.index];
  if (!one) return history;
  const becomes = changed(one, change);
  const after = becomes ? history.with(change.index, becomes) : history.toSpliced(change.index, 1);
  await transaction(company.admin, async ({ db, companyId }) => {
    const row = sql`company_id = ${companyId} and id = (select id from attendances order by id offset ${change.index} limit 1)`;
    await (becomes
      ? sql`update attendances set user_id = ${becomes.userId}, queue_id = ${becomes.queueId}, connection_id = ${becomes.connectionId},
          queued_at = ${becomes.queuedAt}, started_at = ${becomes.startedAt}, first_response_at = ${becomes.firstResponseAt},
          finished_at = ${becomes.finishedAt}, rating = ${becomes.rating} where ${row}`
      : sql`delete from attendances where ${row}`
    ).execute(db);
  });
  await addContacts(after);
  return after;
}

/** When the contacts were added: as the first attendances were queued. */
const leadsOf = (history: Attendance[]) => history.slice(0, contacts).map(({ queuedAt }) => queuedAt);

async function store(history: Attendance[]): Promise<void> {
  await transaction(company.admin, async ({ db, companyId }) => {
    await sql`delete from attendances where company_id = ${companyId}`.execute(db);
    await sql`
      insert into attendances (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, queued_at, started_at, first_response_at, finished_at, rating)
      select ${companyId}, "ticketId", (select id from contacts limit 1), "connectionId", "queueId", "userId", "queuedAt", "startedAt", "firstResponseAt", "finishedAt", rating
      from json_to_recordset(${JSON.stringify(history)}::json) as h ("ticketId" bigint, "connectionId" bigint, "queueId" bigint, "userId" bigint,
        "queuedAt" timestamptz, "startedAt" timestamptz, "firstResponseAt" timestamptz, "finishedAt" timestamptz, rating smallint)`.execute(
      db,
    );
  });
  await addContacts(history);
}

async function addContacts(history: Attendance[]): Promise<void> {
  await transaction(company.admin, ({ db }) =>
    sql`
      update contacts c set created_at = coalesce(n.at, '2000-01-01')
      from (select id, (${leadsOf(history)}::timestamptz[])[row_number() over (order by id)] as at from contacts) n where n.id = c.id`.execute(
      db,
    ),
  );
}

async function expectCounted(history: Attendance[], { from, until }: { from: string; until: string }, zone: string): Promise<void> {
  const { admin } = company;
  const query = { date_from: from, date_to: until };
  const isIn = (at: Date | null): at is Date => at !== null && dayIn(at, zone) >= from && dayIn(at, zone) <= until;
  const finished = history.filter(({ finishedAt }) => isIn(finishedAt));
  const queued = history.filter(({ queuedAt }) => isIn(queuedAt));

  const view = await showDashboard(admin, query);
  expect(view.counters).toMatchObject({
    supportFinished: finished.length,
    leads: leadsOf(history).filter(isIn).length,
    avgSupportTime: average(finished.flatMap(supportMinutes)),
    avgWaitTime: average(queued.flatMap(waitMinutes)),
  });
  for (const attendant of view.attendants) {
    const own = finished.filter(({ userId }) => userId === attendant.id);
    const rated = own.flatMap(({ rating }) => rating ?? []);
    expect(attendant).toMatchObject({
      tickets: own.length,
      avgSupportTime: average(own.flatMap(supportMinutes)),
      ratings: rated.length,
      rating: average(rated) ?? 0,
    });
  }
  expect(view.attendants.map(({ id }) => id).sort()).toEqual(
    expect.arrayContaining([...new Set(finished.flatMap((one) => one.userId ?? []))]),
  );
  for (const each of view.days) {
    const finishedThen = finished.filter(({ finishedAt }) => finishedAt && dayIn(finishedAt, zone) === each.day);
    const queuedThen = queued.filter(({ queuedAt }) => dayIn(queuedAt, zone) === each.day);
    expect(each).toMatchObject({
      finished: finishedThen.length,
      leads: leadsOf(history).filter((at) => dayIn(at, zone) === each.day).length,
      queued: queuedThen.length,
      avgSupportTime: average(finishedThen.flatMap(supportMinutes)),
      avgWaitTime: average(queuedThen.flatMap(waitMinutes)),
    });
  }

  const charted = { initialDate: from, finalDate: until };
  const { data: byUser } = await ticketsByUser(admin, charted);
  for (const { userId, quantidade } of byUser) expect(quantidade).toBe(finished.filter((one) => one.userId === userId).length);
  expect(byUser).toHaveLength(view.attendants.length);
  const byDay = await ticketsByDay(admin, charted);
  expect(byDay.count).toBe(queued.length);
  for (const { total, ...at } of byDay.data) {
    const isThen = ({ queuedAt }: Attendance) =>
      at.horario !== undefined ? hourIn(queuedAt, zone) === at.horario : dayIn(queuedAt, zone).split('-').reverse().join('/') === at.data;
    expect(total).toBe(queued.filter(isThen).length);
  }

  const cells = await dashboardHours(admin, query);
  expect(cells.reduce((sum, { total }) => sum + total, 0)).toBe(queued.length);
  for (const { weekday, hour, total } of cells) {
    const isThen = ({ queuedAt }: Attendance) => hourIn(queuedAt, zone) === hour && weekdayIn(queuedAt, zone) === weekday;
    expect(total).toBe(queued.filter(isThen).length);
  }

  await expectTimes(finished, query);
  await expectLists(history, query, { finished, queued, zone });
}

async function expectTimes(finished: Attendance[], query: { date_from: string; date_to: string }): Promise<void> {
  const groups: Record<(typeof timesBy)[number], (of: Attendance) => (number | null)[]> = {
    company: () => [null],
    queue: ({ queueId }) => [queueId],
    connection: ({ connectionId }) => [connectionId],
    user: ({ userId }) => [userId],
    tag: ({ ticketId }) => {
      const tags = world.tickets.find(({ id }) => id === ticketId)?.tags ?? [];
      return tags.length > 0 ? tags : [null];
    },
  };
  for (const [by, groupsOf] of Object.entries(groups) as [keyof typeof groups, (typeof groups)['tag']][]) {
    const rows = await dashboardTimes(company.admin, { ...query, by });
    const inSteps = by === 'user' || by === 'tag' ? null : await timesInSteps(query, by);
    if (inSteps) expect(new Set(inSteps.keys())).toEqual(new Set(rows.map(({ id }) => id)));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(finished.flatMap(groupsOf)));
    for (const row of rows) {
      const own = finished.filter((one) => groupsOf(one).includes(row.id));
      expect(row.attendances).toBe(own.length);
      expectSpread(
        row.firstResponse,
        own.flatMap(({ queuedAt, firstResponseAt }) => minutesBetween(queuedAt, firstResponseAt)),
      );
      expectSpread(
        row.resolution,
        own.flatMap(({ queuedAt, finishedAt }) => minutesBetween(queuedAt, finishedAt)),
      );
      if (inSteps)
        expect(inSteps.get(row.id)).toEqual({
          attendances: own.length,
          firstResponse: inStep(own.flatMap(({ queuedAt, firstResponseAt }) => minutesBetween(queuedAt, firstResponseAt))),
          resolution: inStep(own.flatMap(({ queuedAt, finishedAt }) => minutesBetween(queuedAt, finishedAt))),
        });
    }
  }
}

/** As of a period of which there is too much to sort. */
async function timesInSteps({ date_from: from, date_to: until }: { date_from: string; date_to: string }, by: keyof typeof stepped) {
  return reading(company.admin, async (ctx) =>
    timesOf(await sumTimes(ctx, { from, until, timeZone: await settingOf(ctx, 'timeZone') }, by), stepFactor),
  );
}

/** Each number has its list, which is as long. */
async function expectLists(
  history: Attendance[],
  query: { date_from: string; date_to: string },
  { finished, queued, zone }: Record<'finished' | 'queued', Attendance[]> & { zone: string },
): Promise<void> {
  const listed = (by: object) => dashboardAttendances(company.admin, { ...query, of: 'queued', pageNumber: 1, ...by });
  const [user = 0, queue = 0, tag = 0, connection = 0] = [world.users[0], world.queues[0], world.tags[0], world.connections[0]];
  const isTagged = ({ ticketId }: Attendance) => world.tickets.some(({ id, tags }) => id === ticketId && tags.includes(tag));
  const wanted: [object, Attendance[]][] = [
    [{}, queued],
    [{ of: 'accepted' }, queued.filter(({ startedAt }) => startedAt)],
    [{ of: 'finished' }, finished],
    [{ of: 'supported' }, finished.filter(({ startedAt }) => startedAt)],
    [{ of: 'finished', userId: user }, finished.filter(({ userId }) => userId === user)],
    [{ of: 'finished', queueId: queue }, finished.filter(({ queueId }) => queueId === queue)],
    [{ of: 'finished', queueId: 0 }, finished.filter(({ queueId }) => queueId === null)],
    [{ of: 'finished', tagId: tag }, finished.filter(isTagged)],
    [{ of: 'finished', tagId: 0 }, finished.filter((one) => !world.tickets.some(({ id, tags }) => id === one.ticketId && tags.length > 0))],
    ...[...new Set(queued.map(({ queuedAt }) => hourIn(queuedAt, zone)))].slice(0, 2).map((hour): [object, Attendance[]] => {
      return [{ hour }, queued.filter(({ queuedAt }) => hourIn(queuedAt, zone) === hour)];
    }),
    [{ weekday: 7 }, queued.filter(({ queuedAt }) => weekdayIn(queuedAt, zone) === 7)],
    [{ userId: user }, queued.filter(({ userId }) => userId === user)],
    [{ of: 'finished', userId: 0 }, finished.filter(({ userId }) => userId === null)],
    [{ of: 'finished', whatsappId: connection }, finished.filter(({ connectionId }) => connectionId === connection)],
    [{ of: 'finished', weekday: 1 }, finished.filter(({ finishedAt }) => finishedAt && weekdayIn(finishedAt, zone) === 1)],
    [{ of: 'finished', hour: 12 }, finished.filter(({ finishedAt }) => finishedAt && hourIn(finishedAt, zone) === 12)],
  ];
  for (const [by, all] of wanted) {
    const { count, records, hasMore } = await listed(by);
    expect([by, count, records.length, hasMore]).toEqual([by, all.length, Math.min(all.length, 20), all.length > 20]);
    expect(records.map(timeIn(by)).map(Date.parse)).toEqual(
      all
        .map(timesIn(by))
        .sort((a, b) => b - a)
        .slice(0, 20),
    );
  }
  const clock = (at: Date | null) =>
    at ? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at) : '';
  let exported = '';
  for await (const piece of (await exportAttendances(company.admin, { ...query, of: 'queued' })).pieces) exported += piece;
  const [, ...lines] = exported.trim().split(/\r?\n/);
  expect(lines.map((line) => line.replaceAll('"', '').split(';').slice(6, 10)).sort()).toEqual(
    queued
      .map(({ queuedAt, startedAt, firstResponseAt, finishedAt }) => [queuedAt, startedAt, firstResponseAt, finishedAt].map(clock))
      .sort(),
  );
  const best = await dashboardRatings(company.admin, { ...query, rate: 3, pageNumber: 1 });
  expect([best.count, best.totals[1]]).toEqual([3, 1].map((rate) => finished.filter(({ rating }) => rating === rate).length));
  const { count, totals } = await dashboardRatings(company.admin, { ...query, pageNumber: 1 });
  expect(count).toBe(finished.filter(({ rating }) => rating).length);
  expect(totals[3]).toBe(finished.filter(({ rating }) => rating === 3).length);
  const own = finished.filter(({ userId, rating }) => userId === user && rating);
  const ofUser = await dashboardRatings(company.admin, { ...query, userId: user, pageNumber: 1 });
  expect([ofUser.count, ofUser.totals[2]]).toEqual([own.length, own.filter(({ rating }) => rating === 2).length]);
  expect(history.length).toBeGreaterThanOrEqual(count);
}

test('an export goes on after its first portion, also within one second', async () => {
  const none = {
    ticketId: null,
    userId: null,
    queueId: null,
    connectionId: null,
    startedAt: null,
    firstResponseAt: null,
    finishedAt: null,
  };
  const queuedAt = new Date(company.admin.now().getTime() - minute);
  await store(Array.from({ length: 2_005 }, () => ({ ...none, queuedAt, rating: null })));
  let exported = '';
  for await (const piece of (await exportAttendances(company.admin, { days: 3, of: 'queued' })).pieces) exported += piece;
  expect(exported.trim().split('\n')).toHaveLength(2_006);
});

test('the board has who waits longest first, how many wait long, and the load of each agent', async () => {
  const { admin } = company;
  const [first = 0, second = 0, third = 0] = world.tickets.map(({ id }) => id);
  const minutesAgo = (minutes: number) => new Date(admin.now().getTime() - minutes * minute);
  const waiting = {
    userId: null,
    queueId: null,
    connectionId: null,
    startedAt: null,
    firstResponseAt: null,
    finishedAt: null,
    rating: null,
  };
  await store([
    { ...waiting, ticketId: first, queuedAt: minutesAgo(2) },
    { ...waiting, ticketId: second, queuedAt: minutesAgo(30) },
  ]);
  const [agent = 0] = world.users;
  await transaction(admin, ({ db }) =>
    sql`update tickets set status = case when id = ${third} then 'open' else 'pending' end, user_id = case when id = ${third} then ${agent}::bigint end,
      created_at = now() - interval '1 day' where id in (${first}, ${second}, ${third})`.execute(db),
  );
  const { waiting: customers, agents, happening, pending } = await showBoard(admin);
  expect([happening, pending]).toEqual([1, 2]);
  expect(customers.map(({ since }) => Date.parse(since))).toEqual([30, 2].map((minutes) => minutesAgo(minutes).getTime()));
  expect(agents.find(({ id }) => id === agent)).toMatchObject({ happening: 1 });
  expect((await showDashboard(admin, { days: 3 })).counters).toMatchObject({ supportPending: 2, supportPendingLong: 1 });
});

const isFinished = (by: object) => 'of' in by && (by.of === 'finished' || by.of === 'supported');
const timeIn = (by: object) => (view: AttendanceView) => (isFinished(by) ? view.finishedAt : view.queuedAt) ?? '';
const timesIn = (by: object) => (one: Attendance) => (isFinished(by) ? one.finishedAt : one.queuedAt)?.getTime() ?? 0;

const supportMinutes = ({ startedAt, finishedAt }: Attendance) => (startedAt ? minutesBetween(startedAt, finishedAt) : []);
const waitMinutes = ({ queuedAt, startedAt }: Attendance) => minutesBetween(queuedAt, startedAt);

function minutesBetween(from: Date, to: Date | null): number[] {
  return to ? [(to.getTime() - from.getTime()) / minute] : [];
}

/** Times are whole minutes, so the sums are exact but for the division. */
function average(of: number[]): number | null {
  return of.length === 0 ? null : expect.closeTo(of.reduce((sum, each) => sum + each, 0) / of.length, 6);
}

function expectSpread(spread: { median: number; p90: number } | null, of: number[]): void {
  const near = (minutes: number) => expect.closeTo(minutes, 6);
  expect(spread).toEqual(of.length === 0 ? null : { median: near(percentile(of, 0.5)), p90: near(percentile(of, 0.9)) });
}

/** Within 1 %. */
function inStep(of: number[]) {
  const near = (minutes: number) => expect.closeTo(minutes, -Math.log10(2 * 0.0101 * minutes + 1e-9));
  return of.length === 0 ? null : [0.5, 0.9].map((part) => near(percentile(of, part)));
}

/** Between two of them it is between these, too. */
function percentile(of: number[], part: number): number {
  const sorted = of.toSorted((a, b) => a - b);
  const place = part * (sorted.length - 1);
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

function hourIn(at: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));
}

function weekdayIn(at: Date, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(at);
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1;
}
