// Wakes what waits for work that was just committed: slots of jobs, and background services. A NOTIFY in the transaction that adds a job would make
// all commits of the database queue, so each process wakes its own, and sends other processes a notice of its own. Whoever waits also looks
// by itself every few seconds, so a lost notice costs no more than that.
import { setTimeout as pause } from 'node:timers/promises';

/** What one commit leaves to be done. */
export type Woken = {
  /** Are there jobs that can run at once? */
  jobs: boolean;
  /** In how many ms the first of the others can. */
  soonestMs: number | null;
  /** Names of background services. */
  services: readonly string[];
};

export const nothingWoken: Woken = { jobs: false, soonestMs: null, services: [] };

/** What two commits leave together. */
export function bothWoken(one: Woken, other: Woken): Woken {
  const soonest = Math.min(one.soonestMs ?? Number.POSITIVE_INFINITY, other.soonestMs ?? Number.POSITIVE_INFINITY);
  return {
    jobs: one.jobs || other.jobs,
    soonestMs: Number.isFinite(soonest) ? soonest : null,
    services: [...new Set([...one.services, ...other.services])],
  };
}

/** Workers look this often by themselves, and then know what becomes due until the next look. */
export const lookAheadMs = 4_000;

export type Notice = Pick<Woken, 'jobs' | 'services'>;

export type Waker = {
  /** This was committed just now. */
  wake(woken: Woken): void;
  /** Another process says so. */
  hear(services: readonly string[]): void;
  /** Calls `nudge` for jobs that this process committed, once they are due, until the returned function is called. */
  onJobs(nudge: () => void): () => void;
  /** Calls `nudge` when there is something to do for the service, until the returned function is called. */
  onService(service: string, nudge: () => void): () => void;
};

/**
 * `tellOthers`: wakes those of other processes; null if there are none. It is called for one commit at a time; what those in between leave is
 * told together, at most every `pauseMs`.
 */
export function createWaker(tellOthers: ((notice: Notice) => Promise<unknown>) | null, pauseMs = 10): Waker {
  const nudges = new Set<() => void>();
  const services = new Map<string, Set<() => void>>();
  let untold = nothingWoken;
  let telling = false;
  const isNothing = ({ jobs, services }: Notice) => !jobs && services.length === 0;
  const tell = async (others: (notice: Notice) => Promise<unknown>) => {
    telling = true;
    while (!isNothing(untold)) {
      const { jobs, services } = untold;
      untold = nothingWoken;
      await others({ jobs, services }).catch(() => undefined);
      await pause(pauseMs, undefined, { ref: false });
    }
    telling = false;
  };
  const hear = (names: readonly string[]) => {
    for (const name of names) for (const nudge of services.get(name) ?? []) nudge();
  };
  const now = (woken: Notice) => {
    if (isNothing(woken)) return;
    if (woken.jobs) for (const nudge of nudges) nudge();
    hear(woken.services);
    if (!tellOthers) return;
    untold = bothWoken(untold, { ...woken, soonestMs: null });
    if (!telling) void tell(tellOthers);
  };
  return {
    wake(woken) {
      now(woken);
      // What is due later than that is found in time by any look.
      if (woken.soonestMs !== null && woken.soonestMs <= lookAheadMs)
        setTimeout(() => now({ jobs: true, services: [] }), woken.soonestMs).unref();
    },
    hear,
    onJobs(nudge) {
      nudges.add(nudge);
      return () => nudges.delete(nudge);
    },
    onService(service, nudge) {
      const all = services.get(service) ?? new Set();
      services.set(service, all.add(nudge));
      return () => all.delete(nudge);
    },
  };
}

/** Where other processes hear which services are woken. */
export const servicesChannel = 'services';

/** `jobs:insert` is what graphile-worker listens for. */
export function notifyOthers(
  pool: { query(text: string, values: unknown[]): Promise<unknown> },
  { jobs, services }: Notice,
): Promise<unknown> {
  const notices = services.map((service) => [servicesChannel, service]);
  if (jobs) notices.push(['jobs:insert', '']);
  return pool.query('select pg_notify(channel, said) from unnest($1::text[], $2::text[]) as notices (channel, said)', [
    notices.map(([channel]) => channel),
    notices.map(([, said]) => said),
  ]);
}
