// Facts: what happened, published inside the transaction in which it happened.
// What follows from a fact is a reaction: within the same transaction, or as a job inserted by it. Browsers are told after the commit.
import type { EventKey, PayloadOf } from '@balcao/contract';
import { z } from 'zod';
import type { CompanyId, Outside, Tx } from './context.ts';
import { transaction } from './db/transaction.ts';
import { type AnyJob, defineJob, type Job } from './jobs/define.ts';
import type { Room } from './sockets/rooms.ts';

/** A kind of fact, e.g. `record.changed`; `P` is plain JSON. */
export type Fact<P> = { scope: 'company'; name: string; once?: Once<P> | undefined };

/** A kind of fact above companies, told to everybody. Nothing reacts to it. */
export type PlatformFact<P> = { scope: 'platform'; name: string; once?: Once<P> | undefined };

/** Facts of one transaction about the same thing are told once: `merge` makes one of two, in the place of the earlier. */
export type Once<P> = { about(payload: P): number; merge(earlier: P, later: P): P };

export function fact<P>(name: string, once?: Once<P>): Fact<P> {
  return { scope: 'company', name, once };
}

export function platformFact<P>(name: string): PlatformFact<P> {
  return { scope: 'platform', name };
}

export type Publish = <P>(fact: Fact<P>, payload: P) => Promise<void>;
export type PublishToAll = <P>(fact: PlatformFact<P>, payload: P) => void;

/** One message for browsers: which event of the contract, what, and in which rooms. */
export type Broadcast = { [K in EventKey]: { event: K; payload: PayloadOf<K>; rooms: Room[] } }[EventKey];

/** The last that the transaction published about something; undefined if it published nothing about it. */
export type Latest = <P>(fact: Fact<P>, about: number) => P | undefined;

/** Who is told in the browsers when a fact is committed. Pure: what was published says it all. */
export type Broadcaster = { fact: string; tell(payload: unknown, latest: Latest): Broadcast[] };

export function broadcaster<P>(fact: Fact<P> | PlatformFact<P>, tell: (payload: P, latest: Latest) => Broadcast[]): Broadcaster {
  return { fact: fact.name, tell: (payload, latest) => tell(payload as P, latest) };
}

/** A consequence of a fact. `pick` says what it needs to know, ids and little more, or null where the fact does not concern it. */
export type Reaction = {
  fact: string;
  pick(payload: unknown): unknown;
  /** Runs it after the commit, perhaps twice. */
  job: Job<{ picked: unknown }>;
  /** Runs it in the transaction that published the fact; null where only the job may. */
  within: ((ctx: Tx, picked: unknown) => Promise<void>) | null;
};

/**
 * A reaction that calls the outside or may take long: a job inserted with the fact, run after the commit, perhaps twice.
 * `name` tells reactions apart, e.g. `users.leaveQueue`.
 */
export function reaction<P, D>(
  fact: Fact<P>,
  name: string,
  pick: (payload: P) => D | null,
  run: (ctx: Outside, picked: D) => Promise<void>,
): Reaction {
  return {
    fact: fact.name,
    pick: (payload) => pick(payload as P),
    job: defineJob({ name, payload: z.object({ picked: z.unknown() }), run: (ctx, { picked }) => run(ctx, picked as D) }),
    within: null,
  };
}

/**
 * A reaction that only reads and writes our database, and little of it. It runs at the end of the transaction that published the fact, as
 * the product itself, within a savepoint: one commit, one announcement. If it fails, what it wrote is undone and it is tried again as a job.
 */
export function reactionWithin<P, D>(
  fact: Fact<P>,
  name: string,
  pick: (payload: P) => D | null,
  run: (ctx: Tx, picked: D) => Promise<void>,
): Reaction {
  return {
    ...reaction(fact, name, pick, (ctx, picked) => transaction(ctx, (ctx) => run(ctx, picked))),
    within: (ctx, picked) => run(ctx, picked as D),
  };
}

export type Published = { fact: { name: string; once?: Once<unknown> | undefined }; payload: unknown };

/** Knows which reactions and broadcasts belong to which fact. */
export type Hub = {
  reactionsTo(factName: string): Reaction[];
  /** After the commit: tells the browsers. Best effort; who missed it reads again on reconnecting. `companyId` is null above companies. */
  announce(companyId: CompanyId | null, published: readonly Published[]): void;
  /** Every job a worker must know. */
  jobs: AnyJob[];
};

export type Emit = (companyId: CompanyId | null, broadcast: Broadcast) => void;

export function createHub(parts: { broadcasters: Broadcaster[]; reactions: Reaction[]; jobs: AnyJob[] }, emit: Emit): Hub {
  const reactions = byFact(parts.reactions);
  const broadcasters = byFact(parts.broadcasters);
  return {
    reactionsTo: (name) => reactions.get(name) ?? [],
    announce(companyId, published) {
      const told = toldOnce(published);
      const latest: Latest = (fact, about) =>
        told.findLast((each) => each.fact.name === fact.name && aboutOf(each) === about)?.payload as never;
      for (const { fact, payload } of told) {
        for (const each of broadcasters.get(fact.name) ?? []) {
          for (const broadcast of each.tell(payload, latest)) emit(companyId, broadcast);
        }
      }
    },
    jobs: [...parts.jobs, ...parts.reactions.map((r) => r.job)],
  };
}

/** Facts about the same thing merged in the place of the first of them; the others as they are. */
export function toldOnce(published: readonly Published[]): Published[] {
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
