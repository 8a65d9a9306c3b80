// A conversation is given to an assistant while the customer waits for an answer: the assistant answers what was asked, not only what comes next.
import { undoMs } from '@balcao/contract/ticket-move-rules';
import { z } from 'zod';
import { ticketChanged } from '../../../../events/tickets.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Published, Recorder } from '../../../../platform/facts.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { isGiven, unansweredOf } from '../rules.ts';
import { latestMessages } from '../store/turns.ts';
import { askIfGiven } from './answer.ts';

/** Notices who gives a conversation to an assistant: people, programs and automations. What the bot does itself goes on in `answerHeld`. */
export const givenRecorder: Recorder = { facts: [ticketChanged], record };

export const answerGivenJob = defineJob({
  name: 'chatbot.answerGiven',
  lane: 'reactions',
  payload: z.object({ ticketId: z.number() }),
  run: (ctx, { ticketId }) => answerGiven(ctx, ticketId),
});

async function record(ctx: Tx, told: readonly Published[]): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'system' && actor.program === undefined && actor.depth === undefined) return;
  for (const { payload } of told) {
    const change = payload as Parameters<typeof isGiven>[0] & { ticket: { id: number }; byUserId: number | null };
    // Whoever moved it may take that back.
    if (isGiven(change)) await answerGivenSoon(ctx, change.ticket.id, change.byUserId === null ? 0 : undoMs);
  }
}

/** Lets the assistant of a ticket's place, if there is one, answer what the customer wrote last, unless that is answered by then. */
export function answerGivenSoon(ctx: Tx, ticketId: number, inMs: number): Promise<void> {
  return ctx.enqueue(answerGivenJob, { ticketId }, { key: String(ticketId), inMs });
}

function answerGiven(ctx: Ctx, ticketId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await keepTicket(ctx, ticketId))) return;
    const messageId = unansweredOf(await latestMessages(ctx, ticketId));
    if (messageId !== null) await askIfGiven(ctx, { ticketId, messageId });
  });
}
