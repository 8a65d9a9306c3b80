// Jobs that become due, or whose notice was lost, are found by looking: rarely while nothing is due, and just when the next one is.
import type pg from 'pg';
import { lookAheadMs } from './waker.ts';

/** After a job was taken, since there may be more, and while one is due: it may wait for a slot, or for its company's turn. */
const lookOftenMs = 250;

export type DueWatch = {
  /** A job was taken: there may be more. */
  busy(): void;
  stop(): void;
};

/** Calls `nudge` whenever a job may be due, until it is stopped. */
export function watchDue(pool: Pick<pg.Pool, 'query'>, nudge: () => void): DueWatch {
  let isBusy = true;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, ms);
  };
  const look = async () => {
    if (isBusy) {
      isBusy = false;
      nudge();
      return lookIn(lookOftenMs);
    }
    // While the database is away, those who look find out when it is back.
    const ms = await untilNextDue(pool).catch(() => 0);
    if (isBusy || stopped) return;
    if (ms > 0) return lookIn(ms);
    nudge();
    lookIn(lookOftenMs);
  };
  lookIn(lookOftenMs);
  return {
    busy() {
      if (isBusy) return;
      isBusy = true;
      lookIn(lookOftenMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** In how many ms a job is due, at most `lookAheadMs`; 0 if one is. */
async function untilNextDue(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null }>({
    name: 'until-next-due',
    text: `select case when exists (select from graphile_worker._private_jobs where is_available and run_at <= now()) then 0
      else (select extract(epoch from min(run_at) - now()) * 1000 from graphile_worker._private_jobs
        where is_available and run_at <= now() + $1 * interval '1 millisecond') end::float8 as ms`,
    values: [lookAheadMs],
  });
  return Math.min(Math.ceil(rows[0]?.ms ?? lookAheadMs), lookAheadMs);
}
