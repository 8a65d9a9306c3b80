import { sql, type Transaction } from 'kysely';
import type { DB as Database } from '../../tables.ts';
import type { CompanyId } from '../context.ts';
import type { EnqueueOptions, Job } from './define.ts';
import { flagsOf, laneNames } from './lanes.ts';

/** Inserts a job in the running transaction: the job exists if and only if that commits. */
export async function addJob<P>(
  db: Transaction<Database>,
  companyId: CompanyId,
  job: Job<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<void> {
  // A key is per company: two companies may use the same one.
  const key = options.key ? `${companyId}:${job.name}:${options.key}` : null;
  const queue = options.queue ? `${companyId}:${options.queue}` : null;
  const { inMs = null, runAt = null } = options;
  const due = inMs === null ? sql`${runAt}::timestamptz` : sql`clock_timestamp() + ${inMs} * interval '1 millisecond'`;
  const add = async () => {
    const { rows } = await sql<{ id: number | null }>`select (graphile_worker.add_job(
      ${job.name}, ${JSON.stringify({ companyId, payload })}::json, queue_name := ${queue}, run_at := ${due}, max_attempts := ${job.maxAttempts},
      job_key := ${key}, priority := ${laneNames.indexOf(job.lane)}, flags := ${flagsOf(job.lane, companyId)}::text[])).id`.execute(db);
    return rows[0]?.id ?? null;
  };
  // Nothing is added if a worker takes the job with this key at the same moment. The next attempt sees it running and adds another.
  while ((await add()) === null);
}
