// A killed worker leaves its jobs locked. Each process holds an advisory lock while its database connection lives, so the others
// see at once when it has died and take over its jobs.
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { type HeldLock, holdLock } from '../db/held-lock.ts';
import type { Log } from '../log.ts';

const space = 4_711;
/** A statement that a process had sent may still run just after the process died, so its jobs are freed again for this long. */
const freeAgainMs = 60_000;

export type Liveness = {
  /** Registers a worker of this process that may hold jobs. */
  register(workerId: string): Promise<void>;
  /** Ends the rounds. The process still counts as alive, because its jobs may be finishing. */
  stop(): Promise<void>;
  /** Call when the process has no jobs left. */
  forget(): Promise<void>;
};

/**
 * Marks this process as alive and frees the jobs of dead ones, now and every `everyMs`. `work.restart` runs when it is
 * `wanted`, and when the database is back after an outage: meanwhile others may have considered this process dead.
 */
export async function keepAlive(
  url: string,
  pool: pg.Pool,
  log: Log,
  work: { wanted(): boolean; restart(): Promise<void> },
  everyMs = 3_000,
): Promise<Liveness> {
  const processId = randomInt(1, 2 ** 31 - 1);
  const alive = await holdLock(url, space, String(processId), log);
  let stopped = false;
  let dead: { workers: string[]; until: number }[] = [];
  let ticking: Promise<void> = Promise.resolve();

  const tick = async () => {
    if (stopped) return;
    const lost = !alive.isHeld();
    if (lost) await alive.retake();
    if (lost || work.wanted()) await work.restart();
    dead = dead.filter(({ until }) => until > performance.now());
    const recentlyDead = dead.flatMap(({ workers }) => workers);
    if (recentlyDead.length === 0 && !(await anyDead(alive, processId))) return;
    const workers = await freeJobsOfTheDead(pool, processId, recentlyDead);
    if (workers.length === 0) return;
    log.warn({ workers: workers.length }, 'took over the jobs of a process that died');
    dead.push({ workers, until: performance.now() + freeAgainMs });
  };
  await tick();
  // One after the other: a round may wait for the database longer than the pause between rounds.
  const timer = setInterval(() => {
    ticking = ticking.then(tick).catch((error) => log.warn({ err: error }, 'liveness not renewed'));
  }, everyMs);
  return {
    async register(workerId) {
      await pool.query('insert into job_workers (worker_id, process_id) values ($1, $2) on conflict do nothing', [workerId, processId]);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await ticking;
    },
    async forget() {
      await pool.query('delete from job_workers where process_id = $1', [processId]).catch(() => undefined);
      await alive.release();
    },
  };
}

/** Looks without changing anything. Asked on the connection that holds the lock, so it shows as well that this is still there. */
async function anyDead(alive: HeldLock, self: number): Promise<boolean> {
  const rows = await alive.ask(
    `select 1 from (select distinct process_id from job_workers where process_id <> $1) others
     where pg_try_advisory_xact_lock($2, hashtext(process_id::text)) limit 1`,
    [self, space],
  );
  return rows.length > 0;
}

/** Frees the jobs that these workers hold and will not end, but for those that another job has replaced (`enqueue_job`): it does their work. */
export async function freeJobsOf(client: Pick<pg.ClientBase, 'query'>, workers: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from graphile_worker._private_jobs where locked_by = any($1)', [workers]);
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [workers]);
  // Afterwards: a transaction that was replacing one has been waited for.
  await client.query(`delete from graphile_worker._private_jobs where id = any($1) and last_error = 'superseded' and locked_at is null`, [
    rows.map(({ id }) => id),
  ]);
}

/** Frees the jobs of processes that just died, and again those of `recentlyDead`. Returns the worker ids of the former. */
async function freeJobsOfTheDead(pool: pg.Pool, self: number, recentlyDead: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ worker_id: string }>(
      `delete from job_workers where process_id in (
         select process_id from (select distinct process_id from job_workers where process_id <> $1) others
         where pg_try_advisory_xact_lock($2, hashtext(process_id::text)))
       returning worker_id`,
      [self, space],
    );
    const workers = rows.map(({ worker_id }) => worker_id);
    const gone = [...workers, ...recentlyDead];
    if (gone.length > 0) await freeJobsOf(client, gone);
    await client.query('commit');
    return workers;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
