import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { forgetSpentJobs } from './spent.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.superUrl, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([
  ['superseded while its process died', { attempts: 12, error: 'superseded', locked: false, hours: 2 }, false],
  ['superseded just now', { attempts: 12, error: 'superseded', locked: false, hours: 0 }, true],
  ['failed for good long ago', { attempts: 12, error: 'no', locked: false, hours: 31 * 24 }, false],
  ['whose process died each time', { attempts: 12, error: null, locked: false, hours: 2 }, true],
  ['failed for good last week', { attempts: 12, error: 'no', locked: false, hours: 7 * 24 }, true],
  ['superseded and still running', { attempts: 12, error: 'superseded', locked: true, hours: 2 }, true],
  ['waiting for its time', { attempts: 3, error: 'not yet', locked: false, hours: 31 * 24 }, true],
])('a job %s', async (_, { attempts, error, locked, hours }, stays) => {
  const { rows } = await pool.query<{ id: string }>(`select id from graphile_worker.add_job('test', max_attempts := 12)`);
  await pool.query(
    `update graphile_worker._private_jobs set attempts = $2, last_error = $3, locked_at = case when $4 then now() end,
       locked_by = case when $4 then 'somebody' end, updated_at = now() - make_interval(hours => $5) where id = $1`,
    [rows[0]?.id, attempts, error, locked, hours],
  );
  await forgetSpentJobs(pool);
  const found = await pool.query('select 1 from graphile_worker.jobs where id = $1', [rows[0]?.id]);
  expect(found.rowCount).toBe(stays ? 1 : 0);
});
