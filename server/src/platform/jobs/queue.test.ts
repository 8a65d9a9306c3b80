import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../test/company.ts';
import { platformTransaction, transaction, withinCompany } from '../db/transaction.ts';
import { defineJob } from './define.ts';
import { freeJobsOf } from './liveness.ts';
import { addJob, dropJobs } from './queue.ts';
import { notifyOthers, servicesChannel } from './waker.ts';

let company: TestCompany;
let worker: pg.Client;
let onlooker: pg.Client;
beforeAll(async () => {
  company = await createTestCompany({ features: [] });
  worker = new pg.Client({ connectionString: company.database.superUrl });
  onlooker = new pg.Client({ connectionString: company.database.superUrl });
  await Promise.all([worker.connect(), onlooker.connect()]);
});
afterAll(async () => {
  await Promise.all([worker.end(), onlooker.end()]);
  await company.close();
});

beforeEach(async () => {
  await worker.query('delete from graphile_worker._private_jobs');
});

const job = defineJob({ name: 'test.look', lane: 'bulk', payload: z.object({}), run: async () => {} });

test('a job that is added just as a worker takes the one under its key runs after that', async () => {
  const add = () => transaction(company.admin, (ctx) => ctx.enqueue(job, {}, { key: 'a' }));
  await add();
  await worker.query('begin');
  await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody', attempts = 1`);
  const adding = add();
  await until(async () => {
    const { rows } = await onlooker.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
  await worker.query('commit');
  await adding;
  const { rows } = await worker.query('select locked_at is null as waits from graphile_worker.jobs order by id');
  expect(rows).toEqual([{ waits: false }, { waits: true }]);
});

test('a job that failed for good still tells why when another one takes its key', async () => {
  const add = () => transaction(company.admin, (ctx) => ctx.enqueue(job, {}, { key: 'a' }));
  await add();
  await worker.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the server said no'`);
  await add();
  const { rows } = await worker.query('select last_error as error, key from graphile_worker._private_jobs order by id');
  expect(rows).toEqual([
    { error: 'the server said no', key: null },
    { error: null, key: expect.stringMatching(/a$/) },
  ]);
});

test('what was begun and is free again makes way for another job: who began it may live, and removes it by its id', async () => {
  const ids = async () => (await worker.query<{ id: string }>('select id, attempts from graphile_worker._private_jobs')).rows;
  const add = () => transaction(company.admin, (ctx) => ctx.enqueue(job, {}, { key: 'a' }));
  await add();
  const [waiting] = await ids();
  await add();
  expect(await ids()).toEqual([waiting]);
  await worker.query('update graphile_worker._private_jobs set attempts = 1');
  await add();
  expect(await ids()).toEqual([{ id: expect.not.stringMatching(`^${waiting?.id}$`), attempts: 0 }]);
});

test('a job that is replaced just as it is freed does not stay', async () => {
  await transaction(company.admin, (ctx) => ctx.enqueue(job, {}, { key: 'a' }));
  await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1`);
  await worker.query('begin');
  await worker.query(`update graphile_worker._private_jobs set key = null, attempts = max_attempts, last_error = 'superseded'`);
  const freed = freeJobsOf(onlooker, ['gone']);
  await until(async () => {
    const { rows } = await worker.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
  await worker.query('commit');
  await freed;
  expect((await worker.query('select from graphile_worker._private_jobs')).rows).toEqual([]);
});

test('with a company go its jobs that wait, and no others', async () => {
  const other = await company.another();
  for (const ctx of [company.admin, other]) await transaction(ctx, (ctx) => ctx.enqueue(job, {}));
  await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`);
  for (const ctx of [company.admin, other]) await transaction(ctx, (ctx) => ctx.enqueue(job, {}));
  await platformTransaction(company.base, ({ db }) => dropJobs(db, other.companyId));
  const { rows } = await worker.query(`
    select (payload ->> 'companyId')::int as company, locked_at is null as waits from graphile_worker._private_jobs order by id`);
  expect(rows).toEqual([
    { company: company.admin.companyId, waits: false },
    { company: other.companyId, waits: false },
    { company: company.admin.companyId, waits: true },
  ]);
});

test('a transaction that adds a job sends no notice, which would keep other commits waiting', async () => {
  const heard: string[] = [];
  const last = new Promise<void>((resolve) => {
    onlooker.on('notification', ({ channel, payload }) => {
      heard.push(channel);
      if (payload === 'last') resolve();
    });
  });
  await onlooker.query('listen "jobs:insert"; listen services');
  await transaction(company.admin, (ctx) => ctx.enqueue(job, {}));
  await platformTransaction(company.base, (ctx) => ctx.enqueueFor(company.admin.companyId, job, {}));
  await notifyOthers(worker, { jobs: false, services: ['last'] });
  await last;
  expect(heard).toEqual([servicesChannel]);
});

test('workers are woken after the commit, for the jobs that are due', async () => {
  const woken: number[] = [];
  const count = async () => (await onlooker.query<{ n: number }>('select count(*)::int as n from graphile_worker.jobs')).rows[0]?.n ?? 0;
  const counted: Promise<void>[] = [];
  onTestFinished(
    company.waker.onJobs(() => {
      counted.push(count().then((committed) => void woken.push(committed)));
    }),
  );
  await transaction(company.admin, async (ctx) => {
    await ctx.enqueue(job, {});
    await ctx.enqueue(job, {}, { inMs: 60_000 });
    await ctx.enqueue(job, {}, { runAt: new Date('2100-01-01') });
  });
  await Promise.all(counted);
  const { companyId } = company.admin;
  await platformTransaction(company.base, async (ctx) => {
    await ctx.enqueueFor(companyId, job, {});
    await withinCompany(ctx, companyId, (ctx) => ctx.enqueue(job, {}));
  });
  await Promise.all(counted);
  await transaction(company.admin, (ctx) => ctx.enqueue(job, {}, { inMs: 60_000 }));
  const broken = transaction(company.admin, async (ctx) => {
    await ctx.enqueue(job, {});
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  await Promise.all(counted);
  expect(woken).toEqual([3, 5]);
});

test('a job is the row that graphile-worker itself would have added', async () => {
  const row = async () => {
    const { rows } = await worker.query<Record<string, unknown>>('delete from graphile_worker._private_jobs returning *');
    return rows.map(({ id, created_at, updated_at, run_at, key, ...rest }) => ({ ...rest, hasKey: key !== null, due: run_at !== null }));
  };
  const runAt = new Date('2100-01-01');
  const { companyId } = company.admin;
  const add = (options: object) => platformTransaction(company.base, ({ db }) => addJob(db, companyId, job, {}, options));
  for (const [options, queue, key] of [
    [{}, null, null],
    [{ queue: 'q', key: 'k' }, `${companyId}:q`, `${companyId}:test.look:k`],
  ] as const) {
    // The second time under a key replaces the first.
    for (let i = 0; i < 2; i++) await add({ ...options, runAt });
    const ours = await row();
    for (let i = 0; i < 2; i++)
      await worker.query('select graphile_worker.add_job($1, $2, $3, $4, $5, $6, $7, $8)', [
        'test.look',
        JSON.stringify({ companyId, payload: {} }),
        queue,
        runAt,
        job.maxAttempts,
        key,
        3,
        ['bulk', `bulk:${companyId}`],
      ]);
    expect(ours).toEqual(await row());
  }
});
