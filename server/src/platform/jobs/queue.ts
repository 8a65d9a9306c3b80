import { sql, type Transaction } from 'kysely';
import type { DB as Database } from '../../tables.ts';
import type { CompanyId } from '../context.ts';
import type { EnqueueOptions, Job } from './define.ts';
import { flagsOf, laneNames } from './lanes.ts';
import type { Woken } from './waker.ts';

/** Inserts a job in the running transaction: the job exists if and only if that commits. Wakes nobody: that is for after the commit. */
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
  await sql`select enqueue_job(${job.name}, ${JSON.stringify({ companyId, payload })}::json, ${queue}, ${due}, ${job.maxAttempts}, ${key},
    ${laneNames.indexOf(job.lane)}, ${flagsOf(job.lane, companyId)}::text[])`.execute(db);
}

/** Drops what waits to be done for a company that is no more. */
export async function dropJobs(db: Transaction<Database>, companyId: CompanyId): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where (payload ->> 'companyId')::bigint = ${companyId} and locked_at is null))`.execute(
    db,
  );
}

/** When workers are to be woken for it after the commit. */
export function wokenBy({ runAt, inMs = 0 }: EnqueueOptions, now: Date): Woken {
  const soonestMs = runAt ? runAt.getTime() - now.getTime() : inMs;
  return soonestMs > 0 ? { jobs: false, soonestMs, services: [] } : { jobs: true, soonestMs: null, services: [] };
}
