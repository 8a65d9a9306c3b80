// Wakes workers for jobs that were just committed. A NOTIFY in the transaction that adds a job would make all commits of the database queue, so
// each process wakes its own workers, and sends other processes a notice of its own. Workers also look by themselves, so a lost notice costs
// a quarter of a second.
import { setTimeout } from 'node:timers/promises';

export type Waker = {
  /** So many jobs were committed that are due. */
  wake(jobs: number): void;
  /** Calls `nudge` for each such commit of this process, until the returned function is called. */
  onJobs(nudge: (jobs: number) => void): () => void;
};

/**
 * `tellOthers`: wakes the workers of other processes; null if nobody else has any. It is called for one commit at a time; the jobs of those in
 * between are told together, at most every `pauseMs`.
 */
export function createWaker(tellOthers: ((jobs: number) => Promise<unknown>) | null, pauseMs = 10): Waker {
  const nudges = new Set<(jobs: number) => void>();
  let untold = 0;
  let telling = false;
  const tell = async (others: (jobs: number) => Promise<unknown>) => {
    telling = true;
    while (untold > 0) {
      const jobs = untold;
      untold = 0;
      await others(jobs).catch(() => undefined);
      await setTimeout(pauseMs, undefined, { ref: false });
    }
    telling = false;
  };
  return {
    wake(jobs) {
      if (jobs === 0) return;
      for (const nudge of nudges) nudge(jobs);
      if (!tellOthers) return;
      untold += jobs;
      if (!telling) void tell(tellOthers);
    },
    onJobs(nudge) {
      nudges.add(nudge);
      return () => nudges.delete(nudge);
    },
  };
}

/** What graphile-worker listens for: `count` is how many of its slots look for a job. */
export function notifyWorkers(pool: { query(text: string, values: unknown[]): Promise<unknown> }, jobs: number): Promise<unknown> {
  return pool.query(`select pg_notify('jobs:insert', $1)`, [JSON.stringify({ count: jobs })]);
}
