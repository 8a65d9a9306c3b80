import { setTimeout } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, type RunnerOptions, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { z } from 'zod';
import { asSystem, mintCompanyId, type Outside, type PlatformCtx } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import type { AnyJob, CronJob, Job } from './define.ts';
import { watchDue } from './due.ts';
import { createFreeSlots, type FreeSlots } from './free-slots.ts';
import { createTurns, laneNames, lanes } from './lanes.ts';
import { freeJobsOf, keepAlive } from './liveness.ts';
import { patient, watchResults } from './outage.ts';
import { forgetSpentJobs } from './spent.ts';
import { sweepsDue } from './sweeps.ts';
import type { Waker } from './waker.ts';

export type Worker = Pick<Runner, 'stop'>;

const envelope = z.object({ companyId: z.number().int().positive(), payload: z.unknown() });
const companySlots = laneNames.reduce((sum, lane) => sum + lanes[lane].slots, 0);
const cronSlots = 2;

/** How long after a failure the jobs of a runner that ended are freed again. */
const freeAgainMs = 1_000;

/** How long running jobs may take to end once the process stops. */
const stopMs = 14_000;

/** A job that may be cut off is left when the process stops, and runs again elsewhere or later. */
function untilStopped<P>(job: Job<P>, stopping: AbortSignal, running: Promise<void>): Promise<void> {
  if (!job.mayBeCutOff) return running;
  return new Promise((resolve, reject) => {
    const cutOff = () => reject(new Error('cut off: the process stops'));
    stopping.addEventListener('abort', cutOff, { once: true });
    running.then(resolve, reject).finally(() => stopping.removeEventListener('abort', cutOff));
    if (stopping.aborted) cutOff();
  });
}

/** Unpacks an enqueued job: its company, with the system as actor, and its payload. */
function unpack<P>(base: PlatformCtx, job: Job<P>, data: unknown): [Outside, P] {
  const { companyId, payload } = envelope.parse(data);
  return [asSystem(base, mintCompanyId(companyId)), job.payload.parse(payload)];
}

/** `end`: takes no more jobs, and waits until the results of its last ones are saved. */
type RunnerWithPool = { poolId: string; end(): Promise<void> };

/**
 * Runs jobs until stopped. Each runs in the company that enqueued it, with the system as actor, in a slot of its lane. A job that throws is
 * retried with growing pauses, up to its number of attempts; then it stays in the table for the operator.
 */
export async function startWorker(
  base: PlatformCtx,
  pool: pg.Pool,
  options: { url: string; jobs: AnyJob[]; metrics: Metrics; waker: Waker },
): Promise<Worker> {
  const stopping = new AbortController();
  const inside = { ...base, stopping: stopping.signal };
  let leftLocked = false;
  let started = false;
  const companyJobs = options.jobs.filter((job) => job.kind === 'company');
  const laneOf = new Map(companyJobs.map((job) => [job.name, job.lane]));
  const free: { company?: FreeSlots; cron?: FreeSlots } = {};
  // What still runs in a runner that was replaced counts for the one after it.
  const turns = { company: createTurns(), cron: createTurns() };
  const lookAll = () => {
    free.company?.look();
    free.cron?.look();
  };
  const watched = new WeakSet<pg.PoolClient>();
  // Others of this process may have opened connections of the pool already.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    watchResults(
      client,
      (error) => {
        leftLocked = true;
        base.log.warn({ err: error }, 'the result of a job is not saved');
      },
      () => free.company?.look(),
    );
  });
  const measured = async (job: string, attempt: number, work: () => Promise<void>) => {
    const started = performance.now();
    const done = (outcome: string) => options.metrics.jobs.observe({ job, outcome }, (performance.now() - started) / 1000);
    try {
      await work();
      done('ok');
    } catch (error) {
      done('failed');
      base.log.error({ err: error, job, attempt }, 'job failed');
      throw error;
    }
  };
  const cronJobs: CronJob[] = [
    ...options.jobs.filter((job) => job.kind === 'cron'),
    { kind: 'cron', name: 'jobs.forgetSpent', cron: '41 * * * *', run: () => forgetSpentJobs(pool) },
    { kind: 'cron', name: 'jobs.addDue', cron: '* * * * *', run: () => addDue() },
  ];
  const sweeps = cronJobs.filter((job) => job.due);
  const addDue = async () => {
    // When the look fails, each job finds out by itself what there is, and whether the fault is its own.
    const names = await sweepsDue(inside, sweeps).catch((error) => {
      base.log.error({ err: error }, 'what is due this minute is not known');
      return sweeps.map(({ name }) => name);
    });
    if (names.length === 0) return;
    await pool.query(`select enqueue_job(name, '{}'::json, null, null, 3, name, 0, null) from unnest($1::text[]) as due (name)`, [names]);
  };
  const companyTasks: TaskList = {};
  for (const job of companyJobs) {
    companyTasks[job.name] = async (data, { job: { attempts, max_attempts } }) => {
      try {
        await measured(job.name, attempts, () => untilStopped(job, stopping.signal, job.run(...unpack(inside, job, data))));
      } catch (error) {
        if (attempts >= max_attempts) await job.givenUp?.(...unpack(base, job, data));
        throw error;
      }
    };
  }
  const cronTasks: TaskList = {};
  for (const job of cronJobs) cronTasks[job.name] = (_data, { job: { attempts } }) => measured(job.name, attempts, () => job.run(inside));

  const due = watchDue(pool, lookAll);
  const start = async (kind: 'company' | 'cron', more: RunnerOptions): Promise<RunnerWithPool> => {
    const connections = patient(pool, stopping.signal);
    const slots = createFreeSlots(laneOf, turns[kind]);
    free[kind] = slots;
    const { events } = slots.options;
    // Jobs are locked under the id of the worker pool.
    const created = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)));
    events.on('job:start', due.busy);
    // Its last jobs may be all that keeps those after it from having their turn.
    events.once('pool:gracefulShutdown', () => events.on('job:complete', lookAll));
    const runner = await run({
      pgPool: connections.pool,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        if (level === 'error') base.log.error({ worker: message }, 'worker');
      }),
      ...more,
      ...slots.options,
    });
    const end = async () => {
      await runner.stop().catch(() => undefined);
      await connections.idle();
    };
    return { poolId: await created, end };
  };
  const current: RunnerWithPool[] = [];
  const startOne = async (kind: 'company' | 'cron', more: RunnerOptions) => {
    const runner = await start(kind, more);
    current.push(runner);
    await liveness.register(runner.poolId);
  };
  const startAll = async () => {
    await startOne('company', { taskList: companyTasks, parsedCronItems: parseCronItems([]), concurrency: companySlots });
    await startOne('cron', {
      taskList: cronTasks,
      concurrency: cronSlots,
      parsedCronItems: parseCronItems(
        cronJobs.filter((job) => !job.due).map(({ name, cron }) => ({ task: name, match: cron, options: { maxAttempts: 3 } })),
      ),
    });
  };
  /** By pool: runners that were replaced, until their jobs are free. */
  const replaced = new Map<string, Promise<void>>();
  const replace = async ({ poolId, end }: RunnerWithPool) => {
    await end();
    for (;;) {
      try {
        await freeJobsOf(pool, [poolId]);
        break;
      } catch (error) {
        if (stopping.signal.aborted) return;
        base.log.warn({ err: error }, 'jobs are not freed yet');
        await setTimeout(freeAgainMs);
      }
    }
    replaced.delete(poolId);
    lookAll();
  };
  // During the outage, results of running jobs could not be saved, so they are still locked by these pools, and are freed when these have ended.
  // Others go on at once: what runs may take long.
  const afterOutage = async () => {
    if (!started || stopping.signal.aborted) return;
    for (const runner of current.splice(0)) replaced.set(runner.poolId, replace(runner));
    leftLocked = false;
    try {
      for (const poolId of replaced.keys()) await liveness.register(poolId);
      await startAll();
    } catch (error) {
      leftLocked = true;
      throw error;
    }
    base.log.warn('jobs go on after the database was away');
  };
  const forgetWaker = options.waker.onJobs(() => free.company?.look());
  const liveness = await keepAlive(options.url, pool, base.log, { wanted: () => leftLocked, restart: afterOutage });
  await startAll();
  started = true;
  return {
    async stop() {
      stopping.abort();
      due.stop();
      forgetWaker();
      await liveness.stop();
      const ended = Promise.all([...current.map(({ end }) => end()), ...replaced.values()]).then(() => true);
      // Others take over what is still locked when this process has ended, and not before: it may still be sending.
      if (!(await Promise.race([ended, setTimeout(stopMs, false, { ref: false })])))
        base.log.warn('jobs were still running when the process had to stop');
      else if (!leftLocked && replaced.size === 0) await liveness.forget();
    },
  };
}
