// Notices, in the transaction in which it happens, that a ticket waits in a queue that assigns, or that somebody has room.
import { undoMs } from '@balcao/contract/ticket-move-rules';
import { queueChanged } from '../../../../events/queues.ts';
import { ticketChanged } from '../../../../events/tickets.ts';
import { userChanged } from '../../../../events/users.ts';
import type { Tx } from '../../../../platform/context.ts';
import { type Published, payloadsOf, type Recorder } from '../../../../platform/facts.ts';
import { keptListeners } from '../../../company/companies/reads.ts';
import { freedBy, waitsForPerson } from '../rules.ts';
import { assignJob, assignSoon, freedJob } from './assign.ts';

export const assignmentRecorder: Recorder = { facts: [ticketChanged, userChanged, queueChanged], record };

async function record(ctx: Tx, told: readonly Published[]): Promise<void> {
  const depth = (ctx.actor.kind === 'system' && ctx.actor.depth) || 0;
  for (const { queue } of payloadsOf(told, queueChanged)) if (queue.assignment !== 'off') await assignSoon(ctx, queue.id, depth);
  if (!(await keptListeners(ctx)).assigns) return;
  for (const { user } of payloadsOf(told, userChanged)) if (user.online && !user.away) await freed(ctx, user.id, depth);
  for (const { before, ticket, moved, byUserId } of payloadsOf(told, ticketChanged)) {
    const free = freedBy(before, ticket);
    if (free !== null) await freed(ctx, free, depth);
    if (!waitsForPerson(ticket) || ticket.queueId === null) continue;
    await assignSoon(ctx, ticket.queueId, depth);
    // Whoever moved it may take that back; then it is looked at again.
    const key = `ticket:${ticket.id}`;
    if (moved && byUserId !== null) await ctx.enqueue(assignJob, { queueId: ticket.queueId, depth }, { key, inMs: undoMs });
  }
}

function freed(ctx: Tx, userId: number, depth: number): Promise<void> {
  return ctx.enqueue(freedJob, { userId, depth }, { key: `user:${userId}` });
}
