import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../test/company.ts';
import { transaction } from '../db/transaction.ts';
import { defineJob } from './define.ts';

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
