// A ticket that waits in a queue is given to a person, if the queue wants that. A job does it, inserted with whatever made the ticket wait, or
// somebody free: it looks again what waits and who is there, so it may run at any time.
import { hasRoom, nextAgent } from '@balcao/contract/assignment-rules';
import { z } from 'zod';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { defineJob, type Job } from '../../../../platform/jobs/define.ts';
import { mayWork } from '../../../company/companies/reads.ts';
import { assignWaiting } from '../../../desk/tickets/actions/for-features/assign-ticket.ts';
import { assigningQueue, assigningQueuesOf, candidatesOf, holdAssigning, saveTurn, waitingTickets } from '../store/turns.ts';

/** How many tickets one transaction gives out. */
const atOnce = 20;

/** `depth`: of how many automations it is the consequence. */
const payload = z.object({ queueId: z.number(), depth: z.number() });

/** Gives out what waits in a queue. */
export const assignJob: Job<z.output<typeof payload>> = defineJob({
  name: 'assignment.assign',
  lane: 'reactions',
  payload,
  async run(ctx, { queueId, depth }) {
    const more = await assignInQueue({ ...ctx, actor: { kind: 'system', depth } }, queueId);
    if (more) await transaction(ctx, (ctx) => assignSoon(ctx, queueId, depth));
  },
});

/** Somebody has room: gives out what waits in their queues. */
export const freedJob = defineJob({
  name: 'assignment.freed',
  lane: 'reactions',
  payload: z.object({ userId: z.number(), depth: z.number().default(0) }) as z.ZodType<{ userId: number; depth: number }>,
  async run(ctx, { userId, depth }) {
    const queueIds = await reading(ctx, (ctx) => assigningQueuesOf(ctx, userId));
    await transaction(ctx, async (ctx) => {
      for (const queueId of queueIds) await assignSoon(ctx, queueId, depth);
    });
  },
});

/** Has what waits in a queue given out after the commit. */
export function assignSoon(ctx: Tx, queueId: number, depth: number): Promise<void> {
  return ctx.enqueue(assignJob, { queueId, depth }, { key: `queue:${queueId}` });
}

/**
 * Gives the tickets that wait in a queue to people who are there and have room, who waits longest first. At most 20; resolves with true if more
 * may be given out.
 */
export function assignInQueue(ctx: Ctx, queueId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    await holdAssigning(ctx);
    const queue = await assigningQueue(ctx, queueId);
    if (!queue || !(await mayWork(ctx))) return false;
    const people = await candidatesOf(ctx, queueId);
    const [first, second] = people.filter((each) => hasRoom(each, queue.capacity));
    if (!first) return false;
    const onlyFree = second ? null : first.id;
    const waiting = await waitingTickets(ctx, queueId, { now: ctx.now(), onlyFree }, atOnce);
    let given = 0;
    for (const { id, returnedBy } of waiting) {
      const agent = nextAgent(queue.mode, people, queue.capacity, returnedBy);
      if (!agent || !(await give(ctx, id, queueId, agent.id))) continue;
      agent.open += 1;
      agent.lastAt = ctx.now().getTime();
      given += 1;
    }
    return given > 0 && waiting.length === atOnce;
  });
}

/** False if the ticket no longer waits, or the person may not see it. */
async function give(ctx: Tx, ticketId: number, queueId: number, userId: number): Promise<boolean> {
  try {
    if (!(await assignWaiting(ctx, ticketId, queueId, userId))) return false;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  await saveTurn(ctx, queueId, userId, ctx.now());
  return true;
}
