// What happens at the end of a transaction, before its commit: reactions to what it published, and the jobs it adds.
import { sql } from 'kysely';
import { asSystem, type Tx } from '../context.ts';
import type { Published, Reaction } from '../facts.ts';
import type { Enqueue, EnqueueOptions, Job } from '../jobs/define.ts';
import { addJob, wokenBy } from '../jobs/queue.ts';
import { bothWoken, nothingWoken, type Woken } from '../jobs/waker.ts';

type Waiting = { reaction: Reaction; picked: unknown };
// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds all payloads; each parses its own.
type Added = { job: Job<any>; payload: unknown; options: EnqueueOptions };

/** `woken`: who has something to do once it is committed. */
export type Consequences = { published: Published[]; reactions: Waiting[]; jobs: Added[]; woken: Woken };

export function noConsequences(): Consequences {
  return { published: [], reactions: [], jobs: [], woken: nothingWoken };
}

/** `publish`, `enqueue` and `wake` of a transaction. They only collect; `settle` carries out. */
export function announcerOf({ hub }: Pick<Tx, 'hub'>, consequences: Consequences): Pick<Tx, 'publish' | 'enqueue' | 'wake'> {
  const enqueue: Enqueue = async (job, payload, options = {}) => {
    const { jobs } = consequences;
    const isReplaced = (other: Added) => options.key !== undefined && other.job.name === job.name && other.options.key === options.key;
    consequences.jobs = [...jobs.filter((other) => !isReplaced(other)), { job, payload, options }];
  };
  return {
    enqueue,
    wake(service) {
      consequences.woken = bothWoken(consequences.woken, { ...nothingWoken, services: [service] });
    },
    async publish(fact, payload) {
      consequences.published.push({ fact, payload });
      for (const reaction of hub.reactionsTo(fact.name)) {
        const picked = reaction.pick(payload);
        if (picked === null) continue;
        if (reaction.within) consequences.reactions.push({ reaction, picked });
        else await enqueue(reaction.job, { picked });
      }
    },
  };
}

/** Runs the reactions, including reactions to what those publish, has all of it written down, then inserts the jobs. The last thing before the commit. */
export async function settle(ctx: Tx, consequences: Consequences): Promise<void> {
  for (let next = consequences.reactions.shift(); next; next = consequences.reactions.shift()) {
    await react(ctx, consequences, next);
    // The commit releases the last one.
    if (consequences.reactions.length > 0) await sql`release savepoint reaction`.execute(ctx.db);
  }
  await ctx.hub.record(ctx, consequences.published);
  for (const { job, payload, options } of consequences.jobs) await addJob(ctx.db, ctx.companyId, job, payload, options);
  for (const { options } of consequences.jobs) consequences.woken = bothWoken(consequences.woken, wokenBy(options, ctx.now()));
  consequences.jobs = [];
}

async function react(ctx: Tx, consequences: Consequences, { reaction, picked }: Waiting): Promise<void> {
  const before = { ...consequences, published: [...consequences.published], reactions: [...consequences.reactions] };
  await sql`savepoint reaction`.execute(ctx.db);
  try {
    await reaction.within?.(asSystem(ctx, ctx.companyId), picked);
  } catch (error) {
    await sql`rollback to savepoint reaction`.execute(ctx.db);
    ctx.log.error({ err: error, reaction: reaction.job.name }, 'reaction failed, tried again as a job');
    Object.assign(consequences, before);
    await ctx.enqueue(reaction.job, { picked });
  }
}
