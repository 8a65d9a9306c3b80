// Facts: what happened, announced from inside the transaction in which it happened.
// Publishing inserts a job for each reaction in the same transaction and remembers the socket messages for after the commit.
import type { EventKey, PayloadOf } from '@balcao/contract';
import { z } from 'zod';
import type { CompanyId, Outside } from './context.ts';
import { type AnyJob, defineJob, type Job } from './jobs/define.ts';
import type { Room } from './sockets/rooms.ts';

/** A kind of fact, e.g. `ticket.moved`; `P` is plain JSON. */
export type Fact<P> = { name: string; readonly payload?: P };

export function fact<P>(name: string): Fact<P> {
  return { name };
}

export type Publish = <P>(fact: Fact<P>, payload: P) => Promise<void>;

/** One message for browsers: which event of the contract, what, and in which rooms. */
export type Broadcast = { [K in EventKey]: { event: K; payload: PayloadOf<K>; rooms: Room[] } }[EventKey];

/** Who is told in the browsers when a fact is committed. Pure: the payload says it all. */
export type Broadcaster = { fact: string; tell(payload: unknown): Broadcast[] };

export function broadcaster<P>(fact: Fact<P>, tell: (payload: P) => Broadcast[]): Broadcaster {
  return { fact: fact.name, tell: (payload) => tell(payload as P) };
}

/** A durable consequence of a fact: a job inserted with it, run after it, perhaps twice. */
export type Reaction = { fact: string; job: Job<{ payload: unknown }>; when(payload: unknown): boolean };

/**
 * `name` tells reactions to the same fact apart, e.g. `chatbot.answer`. Where `when` says no, there is nothing to do, and no job is inserted:
 * for facts that are many, of which few concern anybody.
 */
export function reaction<P>(
  fact: Fact<P>,
  name: string,
  run: (ctx: Outside, payload: P) => Promise<void>,
  when: (payload: P) => boolean = () => true,
): Reaction {
  return {
    fact: fact.name,
    when: (payload) => when(payload as P),
    job: defineJob({ name, payload: z.object({ payload: z.unknown() }), run: (ctx, job) => run(ctx, job.payload as P) }),
  };
}

/** Knows which reactions and broadcasts belong to which fact. */
export type Hub = {
  reactionsTo(factName: string): Reaction[];
  /** After the commit: tells the browsers. Best effort; who missed it reads again on reconnecting. */
  announce(companyId: CompanyId, published: { name: string; payload: unknown }[]): void;
  /** Every job a worker must know. */
  jobs: AnyJob[];
};

export type Emit = (companyId: CompanyId, broadcast: Broadcast) => void;

export function createHub(parts: { broadcasters: Broadcaster[]; reactions: Reaction[]; jobs: AnyJob[] }, emit: Emit): Hub {
  const reactions = byFact(parts.reactions);
  const broadcasters = byFact(parts.broadcasters);
  return {
    reactionsTo: (name) => reactions.get(name) ?? [],
    announce(companyId, published) {
      for (const { name, payload } of published) {
        for (const each of broadcasters.get(name) ?? []) {
          for (const broadcast of each.tell(payload)) emit(companyId, broadcast);
        }
      }
    },
    jobs: [...parts.jobs, ...parts.reactions.map((r) => r.job)],
  };
}

function byFact<T extends { fact: string }>(items: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.fact, [...(groups.get(item.fact) ?? []), item]);
  return groups;
}
