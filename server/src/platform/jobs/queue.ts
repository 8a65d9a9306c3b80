import { sql, type Transaction } from 'kysely';
import type { DB as Database } from '../../tables.ts';
import type { CompanyId } from '../context.ts';
import type { EnqueueOptions, Job } from './define.ts';
import { flagsOf, laneNames } from './lanes.ts';

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

/** Whether workers are to be woken for it after the commit. They find by themselves what becomes due later. */
export function isDueAtOnce({ runAt, inMs }: EnqueueOptions): boolean {
  return runAt === undefined && !inMs;
}
