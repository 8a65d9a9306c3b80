// A worker that was killed leaves its jobs locked. Each process holds an advisory lock as long as its database connection lives, so the
// others see at once when it has died and take its jobs over.
import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.ts';

const space = 4_711;

export type Liveness = {
  /** Notes that a worker of this process may hold jobs. */
  register(workerId: string): Promise<void>;
  stop(): Promise<void>;
};

/** Keeps this process known as alive and frees the jobs of dead ones, now and every `everyMs`. */
export async function keepAlive(url: string, pool: pg.Pool, log: Log, everyMs = 5_000): Promise<Liveness> {
  const processId = randomInt(1, 2 ** 31 - 1);
  let holder: pg.Client | null = null;
  let stopped = false;

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
    if (!holder) await hold();
    await freeJobsOfTheDead(pool, processId, log);
  };
  await tick();
  const timer = setInterval(() => void tick().catch((error) => log.warn({ err: error }, 'liveness not renewed')), everyMs);
  return {
    async register(workerId) {
      await pool.query('insert into job_workers (worker_id, process_id) values ($1, $2) on conflict do nothing', [workerId, processId]);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await pool.query('delete from job_workers where process_id = $1', [processId]).catch(() => undefined);
      await holder?.end().catch(() => undefined);
    },
  };
}

async function freeJobsOfTheDead(pool: pg.Pool, self: number, log: Log): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ process_id: number }>('select distinct process_id from job_workers where process_id <> $1', [self]);
    for (const { process_id } of rows) {
      await client.query('begin');
      const { rows: tried } = await client.query<{ dead: boolean }>('select pg_try_advisory_xact_lock($1, $2) as dead', [space, process_id]);
      if (tried[0]?.dead) {
        const { rows: gone } = await client.query<{ worker_id: string }>('delete from job_workers where process_id = $1 returning worker_id', [process_id]);
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
