import type pg from 'pg';

/**
 * Forgets jobs that nobody will run any more: those that failed for good after a month, for the operator may want to look at them, and
 * those whose process died while a newer one took their place.
 */
export async function forgetSpentJobs(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null
         and updated_at < now() - case when last_error is null then interval '1 hour' else interval '30 days' end
       order by id limit 10000))`,
  );
}
