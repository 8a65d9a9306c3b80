// Closed-loop load: each worker has one request at a time. Percentiles are computed from all requests, not estimated.

export type Measured = { p50: number; p99: number; rate: number; count: number };

/** Repeats `step` on each of `workers` for `seconds`, after `warmUp` uncounted steps each. Returns milliseconds and steps per second. */
export async function load(options: {
  workers: number;
  seconds: number;
  warmUp?: number;
  step(worker: number): Promise<unknown>;
}): Promise<Samples> {
  const { workers, seconds, warmUp = 10, step } = options;
  const each = (work: (worker: number) => Promise<void>) => Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  await each(async (worker) => {
    for (let i = 0; i < warmUp; i++) await step(worker);
  });
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await each(async (worker) => {
    for (let from = performance.now(); from < end; ) {
      await step(worker);
      const now = performance.now();
      times.push(now - from);
      from = now;
    }
  });
  return { times, seconds: (performance.now() - started) / 1000 };
}

export type Samples = { times: number[]; seconds: number };

/** Several runs of the same measurement as one. */
export function together(runs: Samples[]): Samples {
  return { times: runs.flatMap((run) => run.times), seconds: runs.reduce((sum, run) => sum + run.seconds, 0) };
}

export function summary({ times, seconds }: Samples): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), rate: sorted.length / seconds, count: sorted.length };
}

/** The smallest value such that at least `share` of all values are not above it. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
