// The database's clock. Processes on several machines compare times that others stored, such as leases, so all go by the same clock,
// whatever their machines' clocks say.
import type pg from 'pg';
import type { Log } from '../log.ts';

export type Clock = { now(): Date; stop(): void };

const askEveryMs = 10_000;
/** An answer that took this long says little about the moment. */
const slowMs = 500;
const firstAsksMax = 5;

/**
 * A clock that asks the database for the time now and every few seconds, and counts on from its answer in between, also while the database is
 * away. Rejects if it is away now.
 */
export async function startDatabaseClock(pool: Pick<pg.Pool, 'query'>, log: Log, everyMs = askEveryMs): Promise<Clock> {
  const ask = async () => {
    const before = performance.now();
    const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const after = performance.now();
    return { at: (before + after) / 2, ms: Number(rows[0]?.ms), takenMs: after - before };
  };
  let known = await ask();
  for (let asked = 1; known.takenMs >= slowMs && asked < firstAsksMax; asked++) known = await ask();
  const timer = setInterval(() => {
    ask().then(
      (answer) => {
        if (answer.takenMs < slowMs) known = answer;
      },
      (error: unknown) => log.warn({ err: error }, 'the database was not asked for the time'),
    );
  }, everyMs).unref();
  return { now: () => new Date(known.ms + performance.now() - known.at), stop: () => clearInterval(timer) };
}
