// A worker that was killed leaves its jobs locked. Each process holds an advisory lock as long as its database connection lives, so the
// others see at once when it has died and take its jobs over.
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { holdLock } from '../db/held-lock.ts';
import type { Log } from '../log.ts';

const space = 4_711;
/** What a process had asked of the database as it died may still be done a moment later, so its jobs are freed again for so long. */
const lingersMs = 60_000;

export type Liveness = {
  /** Notes that a worker of this process may hold jobs. */
  register(workerId: string): Promise<void>;
  /** No more rounds. The process still counts as alive, for its jobs may be finishing. */
  stop(): Promise<void>;
  /** The process has no jobs any more. */
  forget(): Promise<void>;
};

/**
 * Keeps this process known as alive and frees the jobs of dead ones, now and every `everyMs`. `afterOutage` runs when the database was
 * away and is back: others may have taken this process for dead meanwhile.
 */
export async function keepAlive(
  url: string,
  pool: pg.Pool,
  log: Log,
  afterOutage: () => Promise<void>,
  everyMs = 3_000,
): Promise<Liveness> {
  const processId = randomInt(1, 2 ** 31 - 1);
  const alive = await holdLock(url, space, String(processId), log);
  let stopped = false;
  let dead: { workers: string[]; until: number }[] = [];
  let ticking: Promise<void> = Promise.resolve();

  const tick = async () => {
    if (stopped) return;
    if (!alive.isHeld()) {
      await alive.retake();
      await afterOutage();
    }
    dead = dead.filter(({ until }) => until > performance.now());
    const lately = dead.flatMap(({ workers }) => workers);
    const workers = await freeJobsOfTheDead(pool, processId, lately);
    if (workers.length === 0) return;
    log.warn({ workers: workers.length }, 'took over the jobs of a process that died');
    dead.push({ workers, until: performance.now() + lingersMs });
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

/** Frees the jobs of the processes that died, and of those that did lately; what the workers of the former were called. */
async function freeJobsOfTheDead(pool: pg.Pool, self: number, lately: readonly string[]): Promise<string[]> {
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
    if (workers.length + lately.length > 0)
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [[...workers, ...lately]]);
    await client.query('commit');
    return workers;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
