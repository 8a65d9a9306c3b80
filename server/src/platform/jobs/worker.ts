import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { z } from 'zod';
import { asSystem, mintCompanyId, type Outside, type PlatformCtx } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import type { AnyJob, Job } from './define.ts';
import { keepAlive } from './liveness.ts';
import { forgetSpentJobs } from './spent.ts';

export type Worker = Pick<Runner, 'stop'>;

const envelope = z.object({ companyId: z.number().int().positive(), payload: z.unknown() });

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

/** Calls `failed` when the result of a job could not be saved, as on a full disk: the job stays locked, and with it its queue. */
function watchResults(client: pg.ClientBase, failed: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query(...args: unknown[]) {
      const [config] = args as [{ text?: string } | string];
      const result = query(...args);
      const text = typeof config === 'string' ? config : (config.text ?? '');
      if (result instanceof Promise && text.includes('_private_jobs as jobs')) result.catch(failed);
      return result;
    },
  });
}

/** Unpacks an enqueued job: its company, with the system as actor, and its payload. */
function unpack<P>(base: PlatformCtx, job: Job<P>, data: unknown): [Outside, P] {
  const { companyId, payload } = envelope.parse(data);
  return [asSystem(base, mintCompanyId(companyId)), job.payload.parse(payload)];
}

/**
 * Runs jobs until stopped. Each runs in the company that enqueued it, with the system as actor. A job that throws is retried with
 * growing pauses, up to its number of attempts; then it stays in the table for the operator.
 */
export async function startWorker(
  base: PlatformCtx,
  pool: pg.Pool,
  options: { url: string; jobs: AnyJob[]; concurrency: number; metrics: Metrics },
): Promise<Worker> {
  const stopping = new AbortController();
  const inside = { ...base, stopping: stopping.signal };
  let leftLocked = false;
  pool.on('connect', (client) =>
    watchResults(client, () => {
      leftLocked = true;
    }),
  );
  const taskList: TaskList = {};
  for (const job of options.jobs) {
    taskList[job.name] = async (data, helpers) => {
      const started = performance.now();
      const done = (outcome: string) => options.metrics.jobs.observe({ job: job.name, outcome }, (performance.now() - started) / 1000);
      const { attempts, max_attempts } = helpers.job;
      try {
        if (job.kind === 'cron') await job.run(inside);
        else await untilStopped(job, stopping.signal, job.run(...unpack(inside, job, data)));
        done('ok');
      } catch (error) {
        done('failed');
        base.log.error({ err: error, job: job.name, attempt: attempts }, 'job failed');
        if (job.kind === 'company' && attempts >= max_attempts) await job.givenUp?.(...unpack(base, job, data));
        throw error;
      }
    };
  }
  const cronItems = options.jobs.flatMap((job) => (job.kind === 'cron' ? [{ task: job.name, match: job.cron }] : []));
  taskList['jobs.forgetSpent'] = () => forgetSpentJobs(pool);
  cronItems.push({ task: 'jobs.forgetSpent', match: '41 * * * *' });
  const start = async (): Promise<{ runner: Runner; poolId: string }> => {
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked under the id of the worker pool.
    const created = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)));
    const runner = await run({
      events,
      pgPool: pool,
      taskList,
      parsedCronItems: parseCronItems(cronItems.map((item) => ({ ...item, options: { maxAttempts: 3 } }))),
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: new Logger(() => (level, message) => {
        if (level === 'error') base.log.error({ worker: message }, 'worker');
      }),
    });
    return { runner, poolId: await created };
  };

  let current: Awaited<ReturnType<typeof start>> | null = null;
  // During the outage, results of running jobs could not be saved, so they are still locked by this pool. Restart it.
  const afterOutage = async () => {
    if (!current) return;
    const { runner, poolId } = current;
    await runner.stop().catch(() => undefined);
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[poolId]]);
    current = await start();
    await liveness.register(current.poolId);
    leftLocked = false;
    base.log.warn('jobs go on after the database was away');
  };
  const liveness = await keepAlive(options.url, pool, base.log, { wanted: () => leftLocked, restart: afterOutage });
  current = await start();
  await liveness.register(current.poolId);
  return {
    async stop() {
      stopping.abort();
      await liveness.stop();
      const ended = current?.runner.stop().then(() => true) ?? true;
      if (await Promise.race([ended, setTimeout(stopMs, false, { ref: false })])) await liveness.forget();
      // Others take these jobs over when this process has ended, and not before: it may still be sending.
      else base.log.warn('jobs were still running when the process had to stop');
    },
  };
}
