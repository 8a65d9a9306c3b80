// A worker on a real database, with jobs of the test's own.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../test/company.ts';
import { asSystem, type Outside } from '../context.ts';
import { aroundQuery } from '../db/around-query.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { fact, reaction } from '../facts.ts';
import { createMetrics } from '../metrics.ts';
import { type AnyJob, defineCron, defineJob, type Job } from './define.ts';
import { type Lane, lanes } from './lanes.ts';
import { notifyOthers } from './waker.ts';
import { startWorker, type Worker } from './worker.ts';

let company: TestCompany;
let pool: Pool;
let worker: Worker | null = null;
beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  pool = createPool(company.database.url, { max: 6, onError: () => undefined });
});
afterAll(async () => {
  await pool.close();
  await company.close();
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(company.base.db);
});

const work = (...jobs: AnyJob[]) => workOn(pool, ...jobs);
const workOn = async (pool: Pool, ...jobs: AnyJob[]) => {
  worker = await startWorker(company.base, pool.raw, { url: company.database.url, jobs, metrics: createMetrics(), waker: company.waker });
};
const add = (ctx: Outside, job: Job<Record<string, never>>, options = {}) => transaction(ctx, (ctx) => ctx.enqueue(job, {}, options));
const other = async () => {
  const admin = await company.another();
  return asSystem(admin, admin.companyId);
};
const jobsGone = () =>
  until(async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs`.execute(company.base.db);
    return rows.length === 0;
  });
const anybody = () => asSystem(company.admin, company.admin.companyId);

/** A job that lasts until it is let go, and who runs it now. */
function held(name: string, lane: Lane) {
  const running: number[] = [];
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const job = defineJob({
    name,
    lane,
    payload: z.object({}),
    async run({ companyId }) {
      running.push(companyId);
      await gone;
    },
  });
  return { job, running, letGo };
}

/** A pool of its own for a worker. */
function ownPool(applicationName?: string): Pool {
  const own = createPool(company.database.url, { max: 6, onError: () => undefined, ...(applicationName && { applicationName }) });
  onTestFinished(() => own.close());
  return own;
}

/** One of which one statement with these words fails, or waits before it is asked. */
function breakable() {
  const own = ownPool();
  let next: { words: string; first: (() => Promise<void>) | null } | null = null;
  own.raw.on('connect', (client) =>
    aroundQuery(client, (query) => (asked, ...rest) => {
      const text = typeof asked === 'string' ? asked : (asked as { text: string }).text;
      if (!next || !text.includes(next.words)) return query(asked, ...rest);
      const { first } = next;
      next = null;
      if (first) return first().then(() => query(asked, ...rest));
      const error = new Error('cut');
      const callback = rest.at(-1);
      return typeof callback === 'function' ? callback(error) : Promise.reject(error);
    }),
  );
  const failNext = (words: string, first: (() => Promise<void>) | null = null) => {
    next = { words, first };
  };
  return { own, failNext };
}
const loseLock = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'balcao-held'`.execute(
    company.base.db,
  );
/** Jobs go on in workers of another name. */
const goOn = async (lose: () => Promise<unknown>) => {
  const names = async () => (await sql<{ worker_id: string }>`select worker_id from job_workers`.execute(company.base.db)).rows;
  const before = (await names()).map(({ worker_id }) => worker_id);
  await lose();
  await until(async () => (await names()).filter(({ worker_id }) => !before.includes(worker_id)).length === 2, 8_000);
};
const givenUp = async (name: string) => {
  let error: string | null = null;
  await until(async () => {
    const { rows } = await sql<{ last_error: string | null }>`select last_error from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name} and locked_at is null and attempts = max_attempts`.execute(
      company.base.db,
    );
    error = rows[0]?.last_error ?? null;
    return error !== null;
  });
  return error;
};

test('a job without a lane does not compile', () => {
  // @ts-expect-error: the lane is missing.
  expect(defineJob({ name: 'test.laneless', payload: z.object({}), run: async () => {} })).toMatchObject({ name: 'test.laneless' });
});

test('a company takes no more than its share of a lane, and a full lane keeps no other from working', async () => {
  const file = held('test.file', 'media');
  const answered: number[] = [];
  const answer = defineJob({
    name: 'test.answer',
    lane: 'sending',
    payload: z.object({}),
    run: async ({ companyId }) => void answered.push(companyId),
  });
  const [greedy, second, third] = [anybody(), await other(), await other()];
  for (let i = 0; i < 10; i++) await add(greedy, file.job);
  await work(file.job, answer);
  await until(() => file.running.length === lanes.media.perCompany);
  for (const ctx of [second, third]) for (let i = 0; i < 5; i++) await add(ctx, file.job);
  await until(() => file.running.length === lanes.media.slots);
  const from = performance.now();
  await add(greedy, answer);
  await until(() => answered.length === 1);
  expect(performance.now() - from).toBeLessThan(2_000);
  // What was found since has looked at the files that wait, too.
  expect(file.running).toHaveLength(lanes.media.slots);
  expect(file.running.filter((id) => id === greedy.companyId)).toHaveLength(lanes.media.perCompany);
  file.letGo();
  await until(() => file.running.length === 20, 20_000);
});

test('thousands of due jobs of one company keep no other company of the lane waiting', { timeout: 60_000 }, async () => {
  const order: number[] = [];
  const job = defineJob({
    name: 'test.many',
    lane: 'bulk',
    payload: z.object({}),
    run: async ({ companyId }) => void order.push(companyId),
  });
  const [greedy, second, third] = [anybody(), await other(), await other()];
  await add(greedy, job);
  await sql`
    insert into graphile_worker._private_jobs (task_id, payload, priority, flags, run_at)
    select task_id, payload, priority, flags, run_at from graphile_worker._private_jobs, generate_series(1, 4999)`.execute(company.base.db);
  await add(second, job);
  for (let i = 0; i < 10; i++) await add(third, job);
  await work(job);
  const isDone = () =>
    [second, third].every(({ companyId }) => order.includes(companyId)) && order.filter((id) => id === third.companyId).length === 10;
  await until(isDone, 30_000);
  // Each company in its turn: some jobs of one, then some of the next.
  expect(order.indexOf(second.companyId)).toBeLessThan(20);
  expect(order.indexOf(third.companyId)).toBeLessThan(20);
  expect(order.lastIndexOf(third.companyId)).toBeLessThan(60);
});

test('jobs of an earlier version, which name no lane, run as well and count', async () => {
  const file = held('test.old', 'media');
  await sql`select graphile_worker.add_job('test.old', ${JSON.stringify({ companyId: anybody().companyId, payload: {} })}::json)`.execute(
    company.base.db,
  );
  await work(file.job);
  await until(() => file.running.length === 1);
  for (let i = 0; i < 3; i++) await add(anybody(), file.job);
  await until(() => file.running.length === lanes.media.perCompany);
  file.letGo();
  await until(() => file.running.length === 4);
});

test('stopping while all lanes are busy waits for what runs and takes nothing more', async () => {
  const file = held('test.last', 'sending');
  for (let i = 0; i < 10; i++) await add(await other(), file.job);
  await work(file.job);
  await until(() => file.running.length === lanes.sending.slots);
  const stopped = worker?.stop();
  worker = null;
  file.letGo();
  await stopped;
  expect(file.running).toHaveLength(lanes.sending.slots);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'test.last'`.execute(company.base.db);
  expect(rows[0]?.n).toBe(10 - lanes.sending.slots);
});

test('whoever has stopped has saved the results of the last jobs', async () => {
  const last = held('test.saved', 'sending');
  await add(await other(), last.job);
  await work(last.job);
  await until(() => last.running.length === 1);
  let stopped: Promise<void> | undefined;
  await company.base.db.transaction().execute(async (tx) => {
    await sql`select from graphile_worker._private_jobs for update`.execute(tx);
    stopped = worker?.stop();
    worker = null;
    last.letGo();
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
      return rows.length > 0;
    });
    // The library itself ends sooner, without this result.
    expect(await Promise.race([stopped, setTimeout(300, 'waits')])).toBe('waits');
  });
  await stopped;
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'test.saved'`.execute(company.base.db);
  expect(rows).toEqual([]);
});

test('one job costs few looks for jobs', async () => {
  const own = ownPool();
  let looks = 0;
  own.raw.on('connect', (client) =>
    aroundQuery(client, (query) => (asked, ...rest) => {
      if ((asked as { text?: string }).text?.includes('skip locked')) looks += 1;
      return query(asked, ...rest);
    }),
  );
  let ran = 0;
  const plain = defineJob({ name: 'test.plain', lane: 'reactions', payload: z.object({}), run: async () => void ran++ });
  await workOn(own, plain);
  // The first looks, and those of what may still be on its way.
  await setTimeout(700);
  looks = 0;
  for (let i = 1; i <= 5; i++) {
    await add(anybody(), plain, { queue: 'one' });
    await until(() => ran === i);
    await jobsGone();
  }
  // For each: one that finds it, one for others, one when its queue is free again; and those by the clock.
  expect(looks).toBeGreaterThanOrEqual(10);
  expect(looks).toBeLessThanOrEqual(20);
});

test('what is added while a slot looks is found by the next look, not by the clock', async () => {
  const slow = held('test.slow', 'outside');
  await work(slow.job);
  await setTimeout(700);
  const from = performance.now();
  // Many commits at once: most of them while a look runs that cannot see them any more.
  const companies = [anybody(), await other(), await other(), await other()];
  await Promise.all(companies.flatMap((ctx) => Array.from({ length: 3 }, () => add(ctx, slow.job))));
  await until(() => slow.running.length === 12);
  expect(performance.now() - from).toBeLessThan(2_000);
  slow.letGo();
});

/** A job that nobody is told of. */
const addUntold = (task: string) =>
  sql`select enqueue_job(${task}, ${JSON.stringify({ companyId: anybody().companyId, payload: {} })}::json, null, null, 3, null, 0, null)`.execute(
    company.base.db,
  );

test('a job is found when another process tells of it; while jobs run, without anybody telling, and crons too', async () => {
  const ran: string[] = [];
  const run = (name: string) => async () => void ran.push(name);
  await work(
    defineJob({ name: 'test.told', lane: 'reactions', payload: z.object({}), run: run('told') }),
    defineJob({ name: 'test.untold', lane: 'reactions', payload: z.object({}), run: run('untold') }),
    defineCron({ name: 'test.cron', cron: '0 0 1 1 *', run: run('cron') }),
  );
  // Then nothing is looked for by the clock for some seconds.
  await setTimeout(700);
  const from = performance.now();
  await addUntold('test.told');
  await notifyOthers(pool.raw, { jobs: true, services: [] });
  await jobsGone();
  // The looks that follow from it are over.
  await setTimeout(50);
  for (const task of ['test.untold', 'test.cron']) await addUntold(task);
  await until(() => ran.length === 3);
  expect(performance.now() - from).toBeLessThan(2_000);
});

test('jobs of one queue follow each other without waiting for the clock', async () => {
  const own = ownPool();
  let ran = 0;
  const job = defineJob({ name: 'test.follow', lane: 'reactions', payload: z.object({}), run: async () => void ran++ });
  for (let i = 0; i < 12; i++) await add(anybody(), job, { queue: 'one' });
  const from = performance.now();
  await workOn(own, job);
  await until(() => ran === 12);
  expect(performance.now() - from).toBeLessThan(1_500);
});

test('a job that somebody added by hand without anything in it keeps no other waiting', async () => {
  let ran = 0;
  const plain = defineJob({ name: 'test.after', lane: 'reactions', payload: z.object({}), run: async () => void ran++ });
  await work(plain);
  await sql`select graphile_worker.add_job('test.after', 'null'::json, max_attempts => 1)`.execute(company.base.db);
  const gone = await givenUp('test.after');
  await add(anybody(), plain);
  await until(() => ran === 1);
  expect(gone).toMatch(/expected object/i);
});

test('what a look that failed did not see is found soon', async () => {
  const { own, failNext } = breakable();
  let ran = 0;
  const plain = defineJob({ name: 'test.unseen', lane: 'reactions', payload: z.object({}), run: async () => void ran++ });
  await workOn(own, plain);
  await setTimeout(700);
  const from = performance.now();
  failNext('skip locked');
  await add(anybody(), plain);
  await until(() => ran === 1);
  expect(performance.now() - from).toBeLessThan(1_500);
});

test('after an outage jobs begin though others still run from before', async () => {
  const long = held('test.long', 'bulk');
  let ran = 0;
  const plain = defineJob({ name: 'test.short', lane: 'sending', payload: z.object({}), run: async () => void ran++ });
  await work(long.job, plain);
  await add(anybody(), long.job);
  await until(() => long.running.length === 1);
  await goOn(loseLock);
  await add(anybody(), plain);
  await until(() => ran === 1, 2_000);
  // It counts for those that came after it.
  await add(anybody(), long.job);
  await setTimeout(600);
  expect(long.running).toHaveLength(lanes.bulk.perCompany);
  long.letGo();
  await jobsGone();
  expect(long.running).toHaveLength(2);
});

test.each(['force_unlock_workers', 'insert into job_workers'])(
  'jobs go on after an outage even if that fails once at %s',
  async (words) => {
    const { own, failNext } = breakable();
    let ran = 0;
    const plain = defineJob({ name: 'test.again', lane: 'sending', payload: z.object({}), run: async () => void ran++ });
    await workOn(own, plain);
    await goOn(async () => {
      failNext(words);
      await loseLock();
    });
    await add(anybody(), plain);
    await until(() => ran === 1);
  },
);

test('a job whose result waits for a connection when jobs go on after an outage is done once', async () => {
  const { own, failNext } = breakable();
  const late = held('test.once', 'sending');
  await workOn(own, late.job);
  await add(anybody(), late.job);
  await until(() => late.running.length === 1);
  // All connections are taken when the job ends.
  failNext('delete from', () => setTimeout(4_500));
  late.letGo();
  await goOn(loseLock);
  await jobsGone();
  expect(late.running).toHaveLength(1);
});

test('a job whose result was not saved when its process stopped is free once that has died', async () => {
  const { own, failNext } = breakable();
  let ran = 0;
  const job = defineJob({ name: 'test.unsaved', lane: 'sending', payload: z.object({}), run: async () => void ran++ });
  await workOn(own, job);
  failNext('delete from');
  await add(anybody(), job);
  await until(() => ran === 1);
  await worker?.stop();
  await loseLock();
  await own.close();
  await work(job);
  await until(() => ran === 2, 8_000);
});

test('of a job that was replaced while it ran nothing stays when its process dies, and the other one runs', async () => {
  let ran = 0;
  const job = defineJob({ name: 'test.replaced', lane: 'sending', payload: z.object({}), run: async () => void ran++ });
  const again = () => add(anybody(), job, { key: 'test.replaced' });
  await again();
  await sql`update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now(), attempts = 1`.execute(company.base.db);
  await sql`insert into job_workers (worker_id, process_id) values ('gone', 1)`.execute(company.base.db);
  await again();
  await work(job);
  await until(() => ran === 1);
  await jobsGone();
});

test('nor of one whose result was not saved in an outage', async () => {
  const { own, failNext } = breakable();
  const late = held('test.late', 'sending');
  await workOn(own, late.job);
  const again = () => add(anybody(), late.job, { key: 'test.late' });
  await again();
  await until(() => late.running.length === 1);
  await again();
  failNext('delete from');
  late.letGo();
  await goOn(loseLock);
  await until(() => late.running.length === 2);
  await jobsGone();
});

test('a reaction that has more to do goes on in another job', async () => {
  let left = 3;
  const { job } = reaction(
    fact<object>('test.happened'),
    'test.react',
    () => ({}),
    async () => --left > 0,
  );
  await transaction(anybody(), (ctx) => ctx.enqueue(job, { picked: {} }));
  await work(job);
  await until(() => left === 0);
});

test('the result of a job that ends while no connection is to be had is saved once there is one', async () => {
  const own = ownPool('test-late');
  const late = held('test.late', 'sending');
  let isAway = false;
  let refused = 0;
  const { connectionString } = own.raw.options;
  Object.defineProperty(own.raw.options, 'connectionString', {
    get() {
      if (isAway) refused++;
      return isAway ? 'postgres://127.0.0.1:1/nowhere' : connectionString;
    },
  });
  worker = await startWorker(company.base, own.raw, {
    url: company.database.url,
    jobs: [late.job],
    metrics: createMetrics(),
    waker: company.waker,
  });
  await add(anybody(), late.job);
  await until(() => late.running.length === 1);
  isAway = true;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test-late'`.execute(company.base.db);
  await until(() => refused > 0);
  late.letGo();
  const before = refused;
  await until(() => refused > before + lanes.sending.slots);
  isAway = false;
  await until(async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = 'test.late'`.execute(company.base.db);
    return rows.length === 0;
  });
  expect(late.running).toHaveLength(1);
});
