// Facts: what happened, published inside the transaction in which it happened.
// A reaction follows from a fact, in the same transaction or as a job inserted by it. Browsers are told after the commit.
import type { EventKey, PayloadOf } from '@balcao/contract';
import type { ChannelIds } from '@balcao/contract/event';
import { z } from 'zod';
import type { CompanyId, Outside, Tx } from './context.ts';
import { transaction } from './db/transaction.ts';
import { type AnyJob, defineJob, type Job } from './jobs/define.ts';
import type { Waker } from './jobs/waker.ts';
import type { Room } from './sockets/rooms.ts';

/** A kind of fact, e.g. `record.changed`; `P` is plain JSON. */
export type Fact<P> = { scope: 'company'; name: string; once?: Once<P> | undefined };

/** A kind of fact above companies, announced to everybody. Nothing reacts to it. */
export type PlatformFact<P> = { scope: 'platform'; name: string; once?: Once<P> | undefined };

/** Facts about the same thing are announced once per transaction: `merge` combines two, in the place of the earlier. */
export type Once<P> = { about(payload: P): number; merge(earlier: P, later: P): P };

/** Declares what can happen in a company. `name` must be unique, e.g. `queue.deleted`. */
export function fact<P>(name: string, once?: Once<P>): Fact<P> {
  return { scope: 'company', name, once };
}

/** Declares what can happen above companies; everybody hears of it. */
export function platformFact<P>(name: string): PlatformFact<P> {
  return { scope: 'platform', name };
}

export type Publish = <P>(fact: Fact<P>, payload: P) => Promise<void>;
export type PublishToAll = <P>(fact: PlatformFact<P>, payload: P) => void;

/** One message for browsers: which event of the contract, what, and in which rooms; `ids` where the channel's name has some. */
export type Broadcast = { [K in EventKey]: { event: K; payload: PayloadOf<K>; rooms: Room[]; ids?: ChannelIds } }[EventKey];

/** The last fact of this kind that the transaction published about a thing; undefined if there is none. */
export type Latest = <P>(fact: Fact<P>, about: number) => P | undefined;

/** Says which browsers are told when a fact is committed. Pure: it knows only what was published. */
export type Broadcaster = { fact: string; tell(payload: unknown, latest: Latest): Broadcast[] };

/** What browsers are told of a fact, after the commit. `tell` decides it from the payload alone. */
export function broadcaster<P>(fact: Fact<P> | PlatformFact<P>, tell: (payload: P, latest: Latest) => Broadcast[]): Broadcaster {
  return { fact: fact.name, tell: (payload, latest) => tell(payload as P, latest) };
}

/** What follows from a fact. `pick` takes what the reaction needs (ids and little more) from it, or null where it does not apply. */
export type Reaction = {
  fact: string;
  pick(payload: unknown): unknown;
  /** Runs it after the commit, perhaps twice. */
  job: Job<{ picked: unknown }>;
  /** Runs it in the transaction that published the fact; null if only the job may run it. */
  within: ((ctx: Tx, picked: unknown) => Promise<void>) | null;
};

/**
 * A reaction that calls the outside or may take long: a job inserted with the fact, run after the commit, perhaps twice.
 * `name` must be unique, e.g. `users.leaveQueue`. `run` does a bounded piece; if it resolves with true, another job goes on.
 */
export function reaction<P, D>(
  fact: Fact<P>,
  name: string,
  pick: (payload: P) => D | null,
  run: (ctx: Outside, picked: D) => Promise<boolean> | Promise<void>,
): Reaction {
  const job: Reaction['job'] = defineJob({
    name,
    lane: 'reactions',
    payload: z.object({ picked: z.unknown() }),
    async run(ctx, payload) {
      if (await run(ctx, payload.picked as D)) await transaction(ctx, (ctx) => ctx.enqueue(job, payload));
    },
  });
  return { fact: fact.name, pick: (payload) => pick(payload as P), job, within: null };
}

/**
 * A short reaction that only reads and writes our database. It runs at the end of the transaction that published the fact, with the product
 * as the actor, in a savepoint: one commit, one announcement. If it fails, its changes are undone and it is retried as a job: `again` if
 * `run` relies on what that transaction holds.
 */
export function reactionWithin<P, D>(
  fact: Fact<P>,
  name: string,
  pick: (payload: P) => D | null,
  run: (ctx: Tx, picked: D) => Promise<void>,
  again = run,
): Reaction {
  return {
    ...reaction(fact, name, pick, (ctx, picked) => transaction(ctx, (ctx) => again(ctx, picked))),
    within: (ctx, picked) => run(ctx, picked as D),
  };
}

/**
 * Writes down what happened, in the transaction in which it did: both are there, or neither. Called once for a transaction, at its end, with
 * its facts of these names as they are told. Must be short: everybody waits for it, and if it fails, so does the transaction.
 */
export type Recorder = { facts: readonly { name: string }[]; record(ctx: Tx, told: readonly Published[]): Promise<void> };

export type Published = { fact: { name: string; once?: Once<unknown> | undefined }; payload: unknown };

/** Of what a recorder was told, the payloads of one fact. */
export function payloadsOf<P>(told: readonly Published[], fact: Fact<P>): P[] {
  return told.flatMap(({ fact: { name }, payload }) => (name === fact.name ? [payload as P] : []));
}

/** Knows the reactions and broadcasts of each fact. */
export type Hub = {
  reactionsTo(factName: string): Reaction[];
  /** Has the recorders write down what a transaction published. */
  record(ctx: Tx, published: readonly Published[]): Promise<void>;
  /** Tells the browsers after the commit. Best effort: a browser that missed it reloads on reconnect. `companyId` null: above companies. */
  announce(companyId: CompanyId | null, published: readonly Published[]): void;
  /** Told after each commit who has something to do. */
  waker: Waker;
  /** Every job a worker must know. */
  jobs: AnyJob[];
};

export type Emit = (companyId: CompanyId | null, broadcast: Broadcast) => void;

/** Knows who reacts to which fact, and tells browsers through `emit`. */
export function createHub(
  parts: { broadcasters: Broadcaster[]; reactions: Reaction[]; recorders?: Recorder[]; jobs: AnyJob[] },
  emit: Emit,
  waker: Waker,
): Hub {
  const reactions = byFact(parts.reactions);
  const broadcasters = byFact(parts.broadcasters);
  const recorders = (parts.recorders ?? []).map(({ facts, record }) => ({ names: new Set(facts.map(({ name }) => name)), record }));
  return {
    reactionsTo: (name) => reactions.get(name) ?? [],
    async record(ctx, published) {
      for (const { names, record } of recorders) {
        const told = published.some(({ fact }) => names.has(fact.name))
          ? mergeFacts(published).filter(({ fact }) => names.has(fact.name))
          : [];
        if (told.length > 0) await record(ctx, told);
      }
    },
    announce(companyId, published) {
      const told = mergeFacts(published);
      // The payload of a fact found by its name has the type of that fact.
      const latest: Latest = (fact, about) =>
        told.findLast((each) => each.fact.name === fact.name && aboutOf(each) === about)?.payload as never;
      for (const { fact, payload } of told) {
        for (const each of broadcasters.get(fact.name) ?? []) {
          for (const broadcast of each.tell(payload, latest)) emit(companyId, broadcast);
        }
      }
    },
    waker,
    jobs: [...parts.jobs, ...parts.reactions.map((r) => r.job)],
  };
}

/** Merges facts about the same thing in the place of the first; keeps the others as they are. */
export function mergeFacts(published: readonly Published[]): Published[] {
  const places = new Map<string, number>();
  const told: Published[] = [];
  for (const each of published) {
    const about = aboutOf(each);
    const key = about === undefined ? null : `${each.fact.name} ${about}`;
    const place = key === null ? undefined : places.get(key);
    const earlier = place === undefined ? undefined : told[place];
    if (earlier && place !== undefined) {
      told[place] = { ...each, payload: each.fact.once?.merge(earlier.payload, each.payload) };
      continue;
    }
    if (key !== null) places.set(key, told.length);
    told.push(each);
  }
  return told;
}

function aboutOf({ fact, payload }: Published): number | undefined {
  return fact.once?.about(payload);
}

function byFact<T extends { fact: string }>(items: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.fact, [...(groups.get(item.fact) ?? []), item]);
  return groups;
}
