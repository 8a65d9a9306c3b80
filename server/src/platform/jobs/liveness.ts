// A worker that was killed leaves its jobs locked. Each process holds an advisory lock as long as its database connection lives, so the
// others see at once when it has died and take its jobs over.
import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.ts';

const space = 4_711;

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
  let holder: pg.Client | null = null;
  let stopped = false;
  let held = false;
  let ticking: Promise<void> = Promise.resolve();

  const hold = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'balcao-alive', keepAlive: true });
    client.on('error', (error) => {
      log.warn({ err: error }, 'liveness connection lost');
      holder = null;
    });
    await client.connect();
    await client.query('select pg_advisory_lock($1, $2)', [space, processId]);
    holder = client;
  };
  const tick = async () => {
    if (stopped) return;
    if (!holder) {
      await hold();
      if (held) await afterOutage();
      held = true;
    }
    await freeJobsOfTheDead(pool, processId, log);
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
      await holder?.end().catch(() => undefined);
    },
  };
}

async function freeJobsOfTheDead(pool: pg.Pool, self: number, log: Log): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ process_id: number }>('select distinct process_id from job_workers where process_id <> $1', [
      self,
    ]);
    for (const { process_id } of rows) {
      await client.query('begin');
      const { rows: tried } = await client.query<{ dead: boolean }>('select pg_try_advisory_xact_lock($1, $2) as dead', [
        space,
        process_id,
      ]);
      if (tried[0]?.dead) {
        const { rows: gone } = await client.query<{ worker_id: string }>(
          'delete from job_workers where process_id = $1 returning worker_id',
          [process_id],
        );
        await client.query('select graphile_worker.force_unlock_workers($1::text[])', [gone.map((row) => row.worker_id)]);
        log.warn({ workers: gone.length }, 'took over the jobs of a process that died');
      }
      await client.query('commit');
    }
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
