import { z } from 'zod';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { talk } from './talk.ts';

/** Goes on with what is under way in a ticket. Left in the middle, it is done again with the same event id. */
export const talkJob = defineJob({
  name: 'integrations.talk',
  lane: 'outside',
  payload: z.object({ ticketId: z.number() }),
  mayBeCutOff: true,
  run: (ctx: Outside, { ticketId }) => talk(ctx, ticketId, talkSoon),
});

/** One job for each ticket, now or at a time. */
export async function talkSoon(ctx: Tx, ticketId: number, at: Date | null = null): Promise<void> {
  const one = `integrations-${ctx.companyId}-${ticketId}`;
  await ctx.enqueue(talkJob, { ticketId }, { key: one, queue: one, ...(at ? { runAt: at } : {}) });
}
