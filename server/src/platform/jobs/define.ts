// Jobs live in PostgreSQL and are added by the transaction that needs them. A job carries ids, reads the rest again, and may run twice.
// A job does a bounded piece of work and never sleeps: what is left, it adds as another job.
import type { z } from 'zod';
import type { CompanyId, Outside, PlatformCtx, PlatformTx } from '../context.ts';
import type { Lane } from './lanes.ts';

export type Job<P> = {
  kind: 'company';
  name: string;
  lane: Lane;
  payload: z.ZodType<P>;
  maxAttempts: number;
  /** It does no harm when this job is left in the middle: a process that stops does not wait for it. */
  mayBeCutOff?: boolean | undefined;
  run(ctx: Outside, payload: P): Promise<void>;
  /** Reports the failure to the people waiting for the job, once the last attempt has failed. */
  givenUp?: ((ctx: Outside, payload: P) => Promise<void>) | undefined;
};
/**
 * Work above companies, on a schedule, beside all lanes. `cron`: five fields, UTC. `due`: runs only when one of these statements finds a
 * row. They are put into one statement with those of the other jobs of that minute, so none depends on the answer to another, and none writes.
 */
export type CronJob = { kind: 'cron'; name: string; cron: string; due?: Due | undefined; run(ctx: PlatformCtx): Promise<void> };
export type Due = (tx: Pick<PlatformTx, 'db'>, ctx: PlatformCtx) => readonly Promise<unknown>[];
// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds all payloads; each parses its own.
export type AnyJob = Job<any> | CronJob;

/** Declares a job of a company. It is tried 12 times with growing pauses unless `maxAttempts` says otherwise. */
export function defineJob<P>(job: {
  name: string;
  lane: Lane;
  payload: z.ZodType<P>;
  maxAttempts?: number;
  mayBeCutOff?: boolean;
  run(ctx: Outside, payload: P): Promise<void>;
  givenUp?: (ctx: Outside, payload: P) => Promise<void>;
}): Job<P> {
  return { kind: 'company', maxAttempts: 12, ...job };
}

/** Declares work by the clock. It runs only if a feature lists it in its `jobs`. */
export function defineCron(job: { name: string; cron: string; run(ctx: PlatformCtx): Promise<void> }): CronJob {
  return { kind: 'cron', ...job };
}

/** Declares work for each minute in which `due` finds something. It runs only if a feature lists it in its `jobs`. */
export function defineSweep(job: { name: string; due: Due; run(ctx: PlatformCtx): Promise<void> }): CronJob {
  return { kind: 'cron', cron: '* * * * *', ...job };
}

/** Runs as long as its process, if that has the role `connections`. `directUrl`: for locks that a database session must hold. */
export type BackgroundService = { name: string; start(base: PlatformCtx, directUrl: string): Promise<{ stop(): Promise<void> }> };

/** Declares what runs as long as its process; a feature lists it in its `backgroundServices`. */
export function defineBackgroundService(work: BackgroundService): BackgroundService {
  return work;
}

export type EnqueueOptions = {
  runAt?: Date;
  /** Instead of `runAt`: this many ms from now, by the database's clock. */
  inMs?: number;
  /** Of a company's jobs of this name at most one waits with this key; a later one replaces it. */
  key?: string;
  /** Jobs with the same queue name run one after the other. */
  queue?: string;
};

/** Adds a job within the running transaction. */
export type Enqueue = <P>(job: Job<P>, payload: P, options?: EnqueueOptions) => Promise<void>;
export type EnqueueFor = <P>(companyId: CompanyId, job: Job<P>, payload: P, options?: EnqueueOptions) => Promise<void>;
