import type pg from 'pg';

/**
 * Deletes jobs that will never run again: those that failed for good, a month later (the operator may want to look at them), and
 * those whose process died and that a newer job has replaced.
 */
export async function forgetSpentJobs(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null
         and updated_at < now() - case when last_error = 'superseded' then interval '1 hour' else interval '30 days' end
       order by id limit 10000))`,
  );
}
