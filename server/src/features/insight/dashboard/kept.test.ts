// Figures of days that are kept: when, by whom, and until what.
import { addDays, dayIn } from '@balcao/contract/dashboard-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { entriesRead } from '../../../../test/reads.ts';
import { work } from '../../../../test/work.ts';
import type { Outside } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../platform/db/transaction.ts';
import { keepDays } from './actions.ts';
import { dashboard } from './feature.ts';
import { dashboardAttendances, dashboardHours, dashboardRatings, dashboardTimes, showDashboard } from './reads.ts';
import { sumFinished } from './store/figures.ts';
import { forgetChanges } from './store/kept.ts';
import { finishedMoreThan, measureTimes, type TimesFound } from './store/times.ts';

let company: TestCompany;
let admin: Outside;
let today: string;
const hour = 3_600_000;
const timeZone = 'America/Sao_Paulo';

beforeAll(async () => {
  company = await createTestCompany({ features: [dashboard] });
});
afterAll(() => company.close());
beforeEach(async () => {
  // What is kept is told by the database's clock.
  company.clock.set(new Date().toISOString());
  today = dayIn(company.clock.now(), timeZone);
  admin = await company.another();
});

/** Finished attendances, evenly spread over the days before today and over the queues and none. They took from one minute to `count` seconds more. */
async function finish(count: number, days: number, of: Outside = admin): Promise<void> {
  await transaction(of, async ({ db, companyId }) => {
    // Noting each as a late change would take seconds.
    await sql`alter table attendances disable trigger attendances_late_insert`.execute(db);
    await sql`with someone as (insert into contacts (company_id, name) values (${companyId}, 'Nair Pacheco') returning id)
      insert into attendances (company_id, contact_id, user_id, queue_id, queued_at, started_at, first_response_at, finished_at)
      select ${companyId}, someone.id, 1, ids[1 + i % (1 + cardinality(ids))], at - make_interval(secs => 60 + i), at - interval '1 minute', at - interval '1 minute', at
      from someone, (select array(select id from queues where company_id = ${companyId} order by id) as ids) q, generate_series(0, ${count - 1}) i
        cross join lateral (select (${today}::date - i % ${days}::int - 1 + time '12:00') at time zone ${timeZone} as at) t`.execute(db);
    await sql`alter table attendances enable trigger attendances_late_insert`.execute(db);
  });
}

/** An attendance at each of these times, of a contact that was added at the first of them. */
async function attend(times: readonly string[]): Promise<void> {
  await inDb(sql`with someone as (insert into contacts (company_id, name, created_at) values (${admin.companyId}, 'Nair Pacheco', ${times[0]}) returning id)
    insert into attendances (company_id, contact_id, queued_at, finished_at)
    select ${admin.companyId}, someone.id, at, at from someone, unnest(${times}::timestamptz[]) at`);
}

/** Within 1 %. */
function nearSpread(spread: TimesFound['resolution']) {
  const [median, p90] = (spread ?? []).map((minutes) =>
    expect.toSatisfy((told: number) => Math.abs(told - (minutes ?? 0)) <= (minutes ?? 0) * 0.0101),
  );
  return { median, p90 };
}

async function inZone(zone: string): Promise<void> {
  await inDb(sql`insert into settings (company_id, key, value) values (${admin.companyId}, 'timeZone', ${zone})
    on conflict (company_id, key) do update set value = excluded.value`);
}

async function inDb<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return platformTransaction(company.base, async ({ db }) => (await query.execute(db)).rows);
}
const kept = () =>
  inDb(sql<{ kind: string; day: string; until: Date }>`
  select kind, day, until from daily_figures where company_id = ${admin.companyId} order by day desc, kind`);
const changes = () => inDb(sql<{ kind: string }>`select kind from late_changes where company_id = ${admin.companyId} order by kind`);
const finished = async (days: number) => (await showDashboard(admin, { days })).counters.supportFinished;

test('what many rows were counted for is kept for those who ask later, in portions', async () => {
  await finish(2_400, 12);
  expect(await finished(30)).toBe(2_400);
  const jobs = await work(company, 'dashboard.keep');
  expect(jobs).toBe(6);
  // Nothing is kept of today while it is young.
  expect((await kept()).filter(({ kind, day }) => kind === 'finished' && day < today).map(({ day }) => day)).toEqual(
    Array.from({ length: 29 }, (_, i) => addDays(today, -1 - i)),
  );
  expect(await changes()).toEqual([]);
  // Where it is read from: rows that were kept tell what they say, true or not.
  const oldOnes = sql`company_id = ${admin.companyId} and kind = 'finished' and day < ${today}`;
  await inDb(sql`update daily_figures set sums = '[[1, 5, 5, 300, 0, 0, 0]]' where ${oldOnes}`);
  expect(await finished(30)).toBe(145);
  expect(await work(company, 'dashboard.keep')).toBe(0);
});

test('of few rows nothing is kept', async () => {
  await finish(600, 12);
  expect(await finished(30)).toBe(600);
  expect(await work(company, 'dashboard.keep')).toBe(0);
});

test('another company neither reads nor changes what is kept', async () => {
  const other = await company.another();
  await finish(20, 2);
  await keepDays(admin, { from: addDays(today, -4), until: today });
  const before = await kept();
  await finish(30, 2, other);
  expect((await showDashboard(other, { days: 5 })).counters.supportFinished).toBe(30);
  await keepDays(other, { from: addDays(today, -4), until: today });
  expect(await kept()).toEqual(before);
  expect(await finished(5)).toBe(20);
});

test('today is kept until an hour ago at most, and what comes after that is counted', async () => {
  const now = company.clock.now().getTime();
  await keepDays(admin, { from: today, until: addDays(today, 1) });
  for (const { until } of await kept()) expect(now - until.getTime()).toBeGreaterThanOrEqual(hour);
  await attend([new Date(now).toISOString()]);
  expect(await changes()).toEqual([]);
  expect(await finished(1)).toBe(1);
});

test('a change that was under way while figures were kept is not lost', async () => {
  await finish(20, 2);
  const period = { from: addDays(today, -4), until: today };
  await transaction(admin, async ({ db, companyId }) => {
    await sql`delete from attendances where company_id = ${companyId} and id = (select max(id) from attendances where company_id = ${companyId})`.execute(
      db,
    );
    await keepDays(admin, period);
    expect(await finished(5)).toBe(20);
  });
  expect(await finished(5)).toBe(19);
  expect(await changes()).toEqual([{ kind: 'finished' }, { kind: 'queued' }]);
  await keepDays(admin, period);
  expect(await changes()).toEqual([]);
  expect(await finished(5)).toBe(19);
});

test('of a company one counts at a time, so that nothing older takes the place of what is younger', async () => {
  await finish(20, 2);
  const period = { from: addDays(today, -4), until: today };
  const order: string[] = [];
  let second: Promise<unknown> = Promise.resolve();
  await transaction(admin, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`figures:${admin.companyId}`}, 0))`.execute(tx.db);
    second = keepDays(admin, period).then(() => order.push('second'));
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await inDb(waits)).length > 0);
    order.push('first');
  });
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('what nobody asked about since it changed is forgotten, and counted when somebody asks', async () => {
  await finish(20, 4);
  await keepDays(admin, { from: addDays(today, -4), until: addDays(today, -1) });
  await inDb(sql`update attendances set rating = 3 where company_id = ${admin.companyId} and finished_at < ${addDays(today, -3)}::date`);
  const [noted] = await changes();
  expect(noted).toEqual({ kind: 'finished' });
  const forget = (seconds: number) => platformTransaction(company.base, (tx) => forgetChanges(tx, seconds, 100_000));
  const days = async () => (await kept()).filter(({ kind }) => kind === 'finished').length;
  await forget(3600);
  expect([(await changes()).length, await days()]).toEqual([5, 4]);
  await forget(-3600);
  expect([(await changes()).length, await days()]).toEqual([0, 3]);
  expect(await finished(5)).toBe(20);
});

test('a time zone in which days begin at another time counts anew', async () => {
  await finish(20, 2);
  const period = { from: addDays(today, -4), until: today };
  await keepDays(admin, period);
  await inDb(sql`update daily_figures set sums = '[[1, 500, 0, 0, 0, 0, 0]]' where company_id = ${admin.companyId} and kind = 'finished'`);
  await inZone('Asia/Kathmandu');
  expect(await finished(5)).toBe(20);
  await keepDays(admin, period);
  expect(await finished(5)).toBe(20);
});

test('a time zone that is set back has no figures of before what changed meanwhile', async () => {
  await inZone('UTC');
  await attend(['2026-06-04T23:00Z']);
  const finished = async () => (await showDashboard(admin, { date_from: '2026-06-01', date_to: '2026-06-06' })).counters.supportFinished;
  await keepDays(admin, { from: '2026-06-01', until: '2026-06-06' });
  expect(await finished()).toBe(1);
  await inZone('Asia/Tokyo');
  await inDb(sql`delete from attendances where company_id = ${admin.companyId}`);
  await keepDays(admin, { from: '2026-06-05', until: '2026-06-05' });
  await inZone('UTC');
  expect(await finished()).toBe(0);
});

test('hours are those of the time zone also where another one has the same day', async () => {
  // Clocks go forward in both, here at midnight and there at two.
  await inZone('America/New_York');
  await attend(['2026-03-08T05:30Z']);
  const hours = () => dashboardHours(admin, { date_from: '2026-03-08', date_to: '2026-03-08' });
  await keepDays(admin, { from: '2026-03-08', until: '2026-03-08' });
  expect(await hours()).toEqual([{ weekday: 7, hour: 0, total: 1 }]);
  await inZone('America/Havana');
  expect(await hours()).toEqual([{ weekday: 7, hour: 1, total: 1 }]);
});

test('keeping ends, and gets to the first day, also where the last ones change again and again', async () => {
  const lastDays = Array.from({ length: 6 }, (_, ago) => addDays('2026-03-31', -ago));
  let [from, until] = ['2026-01-01', '2026-03-31'];
  let runs = 0;
  for (; runs < 30 && from <= until; runs++) {
    await keepDays(admin, { from, until });
    await attend(lastDays);
    const [next] = await inDb(sql<{ from: string; until: string }>`
      delete from graphile_worker._private_jobs where (payload ->> 'companyId')::bigint = ${admin.companyId}
      returning payload -> 'payload' ->> 'from' as from, payload -> 'payload' ->> 'until' as until`);
    ({ from, until } = next ?? { from: '2026-01-01', until: '' });
  }
  expect(runs).toBe(18);
  expect((await kept()).at(-1)?.day).toBe('2026-01-01');
});

test('a day of which a part is kept is counted from there, and then kept whole', async () => {
  await finish(20, 2);
  const period = { from: addDays(today, -4), until: addDays(today, -1) };
  await keepDays(admin, period);
  const whole = await kept();
  await inDb(sql`update daily_figures set until = begins + interval '1 minute', sums = '[]' where company_id = ${admin.companyId}`);
  expect(await finished(5)).toBe(20);
  await keepDays(admin, period);
  expect(await kept()).toEqual(whole);
  expect(await finished(5)).toBe(20);
});

test('whatever is added, changed or removed later is told', async () => {
  const period = { from: addDays(today, -4), until: today };
  const noon = (ago: number) => sql`((${addDays(today, -ago)}::date + time '12:00') at time zone ${timeZone})`;
  const told = async () => {
    const { counters, days } = await showDashboard(admin, { days: 5 });
    const { leads, supportFinished } = counters;
    return [leads, days.reduce((sum, { queued }) => sum + queued, 0), supportFinished];
  };
  const { companyId } = admin;
  const steps: [ReturnType<typeof sql>, number[]][] = [
    [sql`insert into contacts (company_id, name, created_at) values (${companyId}, 'Nair Pacheco', ${noon(1)})`, [1, 0, 0]],
    [
      sql`insert into attendances (company_id, contact_id, queued_at) select ${companyId}, id, ${noon(2)} from contacts where company_id = ${companyId}`,
      [1, 1, 0],
    ],
    [sql`update attendances set finished_at = ${noon(1)} where company_id = ${companyId}`, [1, 1, 1]],
    [sql`update attendances set queued_at = ${noon(30)} where company_id = ${companyId}`, [1, 0, 1]],
    [sql`update contacts set created_at = ${noon(30)} where company_id = ${companyId}`, [0, 0, 1]],
    [sql`update contacts set created_at = ${noon(3)} where company_id = ${companyId}`, [1, 0, 1]],
    [sql`delete from contacts where company_id = ${companyId}`, [0, 0, 0]],
  ];
  for (const [step, then] of steps) {
    await keepDays(admin, period);
    await inDb(step);
    expect(await told()).toEqual(then);
  }
});

test('what is older than half an hour is noted when it changes, which is less than figures are kept of', async () => {
  const minutesAgo = (minutes: number) => [new Date(Date.now() - minutes * 60_000).toISOString()];
  await attend(minutesAgo(29));
  await inDb(sql`update attendances set rating = 2, started_at = queued_at where company_id = ${admin.companyId}`);
  await inDb(sql`delete from contacts where company_id = ${admin.companyId}`);
  expect(await changes()).toEqual([]);
  await attend(minutesAgo(31));
  expect(await changes()).toEqual([{ kind: 'added' }, { kind: 'finished' }, { kind: 'queued' }]);
  await inDb(sql`update attendances set rating = 2, started_at = queued_at where company_id = ${admin.companyId}`);
  expect(await changes()).toHaveLength(5);
  await inDb(sql`delete from contacts where company_id = ${admin.companyId}`);
  expect(await changes()).toHaveLength(8);
});

test('what happened as a day began is of that day', async () => {
  const [day, before] = [addDays(today, -2), addDays(today, -3)];
  await attend([`${day}T00:00:00-03:00`]);
  await keepDays(admin, { from: before, until: day });
  await inDb(sql`update attendances set rating = 2 where company_id = ${admin.companyId}`);
  const query = { date_from: before, date_to: day, pageNumber: 1 };
  expect((await dashboardRatings(admin, query)).totals).toEqual({ 1: 0, 2: 1, 3: 0 });
  await platformTransaction(company.base, (tx) => forgetChanges(tx, -3600, 100_000));
  expect((await kept()).filter(({ kind }) => kind === 'finished').map((each) => each.day)).toEqual([before]);
  await keepDays(admin, { from: before, until: day });
  await inDb(sql`update attendances set rating = 3 where company_id = ${admin.companyId}`);
  await keepDays(admin, { from: before, until: day });
  expect(await changes()).toEqual([]);
  expect((await dashboardRatings(admin, query)).totals).toEqual({ 1: 0, 2: 0, 3: 1 });
});

test('where nothing can be written, what was asked is answered', async () => {
  await finish(2_001, 12);
  await inDb(sql`alter table graphile_worker._private_jobs add constraint none check (false) not valid`);
  expect(await finished(30)).toBe(2_001);
  await inDb(sql`alter table graphile_worker._private_jobs drop constraint none`);
});

test('more than so many are too many to sort', async () => {
  await finish(20, 2);
  const span = { from: addDays(today, -2), until: today, timeZone };
  expect(await reading(admin, (ctx) => finishedMoreThan(ctx, span, 19))).toBe(true);
  expect(await reading(admin, (ctx) => finishedMoreThan(ctx, span, 20))).toBe(false);
});

test('of more than can be sorted, groups come in the same order, with the same names, and no more of them', async () => {
  await inDb(
    sql`insert into queues (company_id, name, color) select ${admin.companyId}, 'Fila ' || i, '#' || i from generate_series(1, 510) i`,
  );
  await finish(5_001, 20);
  const span = { from: addDays(today, -29), until: today, timeZone };
  const sorted = await reading(admin, (ctx) => measureTimes(ctx, span, 'queue'));
  const told = await dashboardTimes(admin, { days: 30, by: 'queue' });
  const groupsOf = (rows: typeof told | typeof sorted) => rows.map(({ id, name, color, attendances }) => [id, name, color, attendances]);
  expect(groupsOf(told)).toEqual(groupsOf(sorted));
  expect(told).toHaveLength(500);
  for (const [i, { firstResponse, resolution }] of sorted.entries())
    expect(told[i]).toMatchObject({ firstResponse: nearSpread(firstResponse), resolution: nearSpread(resolution) });
});

test('times of more than can be sorted are told within 1 %, kept or not', async () => {
  await finish(5_001, 20);
  const [median, p90] = [0.5, 0.9].map((part) => (60 + part * 5_000) / 60) as [number, number];
  const spread = nearSpread([median, p90]);
  const expectTold = async () => {
    const [of] = await dashboardTimes(admin, { days: 30, by: 'company' });
    expect(of).toMatchObject({ id: null, name: null, attendances: 5_001, resolution: spread });
    expect(of?.resolution?.median).not.toBe(median);
    const [ofQueue] = await dashboardTimes(admin, { days: 30, by: 'queue' });
    expect(ofQueue).toMatchObject({ id: null, name: null, attendances: 5_001, resolution: spread });
  };
  await expectTold();
  await work(company, 'dashboard.keep');
  await expectTold();
  // Shorter periods are sorted.
  const [of] = await dashboardTimes(admin, { days: 20, by: 'company' });
  expect(of?.attendances).toBe(4_751);
  expect((await dashboardTimes(admin, { days: 30, by: 'user' }))[0]?.resolution?.median).toBeCloseTo(median, 6);
});

test('a middle between two that are far apart is between them, as if they were sorted', async () => {
  await transaction(admin, ({ db, companyId }) =>
    sql`with someone as (insert into contacts (company_id, name) values (${companyId}, 'Nair Pacheco') returning id)
      insert into attendances (company_id, contact_id, queued_at, finished_at)
      select ${companyId}, someone.id, now() - case when i % 2 = 0 then interval '1 minute' else interval '1 hour' end, now()
      from someone, generate_series(1, 10002) i`.execute(db),
  );
  const [of] = await dashboardTimes(admin, { days: 1, by: 'company' });
  const [sorted] = await dashboardTimes(admin, { days: 1, by: 'user' });
  expect(sorted?.resolution?.median).toBeCloseTo(30.5, 6);
  expect(Math.abs((of?.resolution?.median ?? 0) - 30.5)).toBeLessThan(0.31);
});

test.each([
  ['nothing', sql`select 1`, sql`select 1`],
  ['what is kept', sql`select 1`, sql`analyze daily_figures`],
  ['only the little that others have', sql`analyze late_changes, daily_figures`, sql`select 1`],
])('much that changed since is found by its day at once, also where the statistics know %s', async (_, before, after) => {
  const [days, changed] = [2_000, 40_000];
  // As new, which the rows of other tests are not, and not known while we ask.
  await inDb(sql`truncate late_changes, daily_figures`);
  await inDb(sql`alter table late_changes set (autovacuum_enabled = false)`);
  await inDb(sql`alter table daily_figures set (autovacuum_enabled = false)`);
  const keep = (companies: ReturnType<typeof sql>, days: number) =>
    inDb(sql`insert into daily_figures (company_id, kind, day, time_zone, begins, until, sums)
      select id, 'finished', day, ${timeZone}, day::timestamp at time zone ${timeZone}, (day + 1)::timestamp at time zone ${timeZone}, '[[1, 1, 0, 0, 0, 0, 0]]'
      from companies, (select ${today}::date - n as day from generate_series(1, ${days}) n) d where ${companies}`);
  const change = (companies: ReturnType<typeof sql>, times: number) =>
    inDb(sql`insert into late_changes (company_id, kind, at)
      select id, 'finished', (${addDays(today, -9)}::date + time '01:00') at time zone ${timeZone} + n * interval '1 second'
      from companies, generate_series(1, ${times}) n where ${companies}`);
  const [others, ours] = [sql`id <> ${admin.companyId}`, sql`id = ${admin.companyId}`];
  await keep(others, 1);
  await change(others, 1);
  await inDb(before);
  await keep(ours, days);
  await change(ours, changed);
  await inDb(after);
  const span = { from: addDays(today, -365), until: today, timeZone };
  await transaction(admin, async (ctx) => {
    await sql`set local statement_timeout = 20000`.execute(ctx.db);
    const before = await entriesRead(ctx, 'late_changes');
    const found = await sumFinished(ctx, span);
    expect(found.filter(({ parts }) => parts.length > 0)).toHaveLength(364);
    expect((await entriesRead(ctx, 'late_changes')) - before).toBeLessThan(1_000);
  });
  await platformTransaction(company.base, async (ctx) => {
    await sql`set local statement_timeout = 20000`.execute(ctx.db);
    const read = async () => [await entriesRead(ctx, 'late_changes'), await entriesRead(ctx, 'daily_figures')] as const;
    const before = await read();
    const all = await forgetChanges(ctx, -3600, 100_000);
    expect(all).toBeGreaterThan(changed);
    const after = await read();
    for (const i of [0, 1] as const) expect(after[i] - before[i]).toBeLessThanOrEqual(4 * all);
    expect(after[0] - before[0]).toBeGreaterThan(changed);
  });
  expect(await kept()).toHaveLength(days - 1);
});

test('a company is deleted with what is kept of it', async () => {
  await finish(20, 2);
  await attend([new Date(Date.now() - 48 * hour).toISOString()]);
  await keepDays(admin, { from: addDays(today, -4), until: today });
  await inDb(sql`delete from companies where id = ${admin.companyId}`);
  expect([await kept(), await changes()]).toEqual([[], []]);
});

test('lists and hours are counted from what is kept', async () => {
  await finish(30, 3);
  await keepDays(admin, { from: addDays(today, -4), until: today });
  const count = async (by: object) => (await dashboardAttendances(admin, { days: 5, of: 'finished', pageNumber: 1, ...by })).count;
  const all = async () => [
    await count({}),
    await count({ of: 'supported' }),
    await count({ userId: 1 }),
    await count({ userId: 0 }),
    await count({ of: 'queued' }),
    await count({ queueId: 0 }),
    (await dashboardHours(admin, { days: 5 })).reduce((sum, { total }) => sum + total, 0),
  ];
  expect(await all()).toEqual([30, 30, 30, 0, 30, 30, 30]);
});

test.each(['00:30', '12:00', '21:30', '23:30'])('of what changed at %s nothing untrue stays kept once that is forgotten', async (time) => {
  const [at] = await inDb(sql<{ at: Date }>`select (${addDays(today, -3)}::date + ${time}::time) at time zone ${timeZone} as at`);
  await attend([at?.at.toISOString() ?? '']);
  await keepDays(admin, { from: addDays(today, -4), until: addDays(today, -1) });
  await inDb(sql`delete from attendances where company_id = ${admin.companyId}`);
  await platformTransaction(company.base, (tx) => forgetChanges(tx, -3600, 100_000));
  expect(await changes()).toEqual([]);
  expect(await finished(5)).toBe(0);
});
