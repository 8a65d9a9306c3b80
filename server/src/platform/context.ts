// The only dependency injection. The three types say what a piece of code may do:
//   Ctx      an action: knows company and actor, may open a transaction
//   Tx       inside a transaction: may read, write, publish and enqueue, but cannot call the outside
//   Outside  a request or a job: may call the outside, but cannot publish
import type { Member } from '@balcao/contract/user-rules';
import type { Transaction } from 'kysely';
import type { Gateways } from '../gateways/gateways.ts';
import type { DB as Database } from '../tables.ts';
import type { Db } from './db/pool.ts';
import { AppError } from './errors.ts';
import type { Hub, Publish, Published, PublishToAll } from './facts.ts';
import type { Enqueue, EnqueueFor } from './jobs/define.ts';
import type { Woken } from './jobs/waker.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secrets.ts';

declare const minted: unique symbol;
/** A company's id that came from authentication, a job or a webhook's key, never from a request's body. */
export type CompanyId = number & { readonly [minted]: true };

/** Only authentication, the job runner and look-ups by an unguessable key may call this. */
export function mintCompanyId(value: number): CompanyId {
  return value as CompanyId;
}

/**
 * Who acts. `system` is the product itself: jobs, webhooks, the first start; also an operator inside a company that is not theirs (`operator`),
 * who is none of its users, and a program of the company (`program`). `depth`: of how many rules of the company, that made each other act,
 * this is the consequence. `ip`: from where, if somebody asked.
 */
export type Actor = (SignedIn | { kind: 'system'; operator?: { id: number; name: string }; program?: Program; depth?: number }) & {
  ip?: string | undefined;
};
/** A program that acts with a key or token of the company: which one, as the log names it. */
export type Program = { access: 'key' | 'token'; id: number; name: string };
export type SignedIn = {
  kind: 'user';
  sessionId: string;
  /** The operator who is in the company as this user: what is done is theirs. */
  operator?: { id: number; name: string } | undefined;
} & Member;

/** What every request and job of this process shares. */
export type Base = { db: Db; hub: Hub; now(): Date; log: Log; secrets: Secrets; publicUrl: string };

/** For how many days a repeated delivery is recognised, and a fact that failed is kept. */
export type JournalKept = { days: number; failedDays: number };

/** `gone`: aborted when whoever asked has left, so that nobody waits for an answer. */
export type Ctx = Base & { companyId: CompanyId; actor: Actor; gone?: AbortSignal };

/** What a SQL statement needs: a transaction whose company is set. */
export type Scoped = { db: Transaction<Database>; companyId: CompanyId };

export type Tx = Omit<Ctx, 'db'> &
  Scoped & {
    publish: Publish;
    enqueue: Enqueue;
    /** After the commit, the background service of this name has something to do. */
    wake(service: string): void;
  };

/** A read-only transaction. */
export type Reader = Omit<Ctx, 'db'> & Scoped;

export type Outside = Ctx & OfProcess;

/** `stopping`, in a job: aborted when the process stops. A job of many pieces then ends after the current one. */
type OfProcess = { gateways: Gateways; journal: JournalKept; stopping?: AbortSignal };

/** Code that works above companies: sign-in look-ups, sign-up, job pick-up, super pages. */
export type PlatformCtx = Base & OfProcess;
export type PlatformTx = Omit<Base, 'db'> & {
  db: Transaction<Database>;
  publish: PublishToAll;
  enqueueFor: EnqueueFor;
  /** What is announced after the commit, in order, and who is woken. */
  told: { companyId: CompanyId | null; published: Published[]; woken: Woken }[];
};

/** Enters one company with the product itself as the actor. */
export function asSystem<C extends Base>(ctx: C, companyId: CompanyId): C & { companyId: CompanyId; actor: Actor } {
  return { ...ctx, companyId, actor: { kind: 'system' } };
}

/** The person who acts. ERR_NO_PERMISSION where it is the product or a program. */
export function personOf(actor: Actor): SignedIn {
  if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION');
  return actor;
}

/** Who is named as having done it; null where it is the product or a program. */
export function userIdOf(actor: Actor): number | null {
  return actor.kind === 'user' ? actor.id : null;
}
