import type { AnswerOf } from '@balcao/contract';
import { z } from 'zod';
import type { Outside } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { accountOf, findConnection } from '../../connections/reads.ts';
import { markTicketRead } from '../../tickets/actions.ts';
import { listMessagePage } from '../reads.ts';
import { markThreadRead } from '../store.ts';

export const tellReadJob = defineJob({
  name: 'messages.tellRead',
  payload: z.object({ connectionId: z.number(), externalId: z.string() }),
  maxAttempts: 3,
  run: async (ctx, { connectionId, externalId }) => {
    const found = await reading(ctx, async (ctx) => {
      const connection = await findConnection(ctx, connectionId);
      return connection && { channel: connection.channel, account: await accountOf(ctx, connectionId) };
    });
    if (found) await ctx.gateways.channel(found.channel).markRead(found.account, externalId);
  },
});

/** A page of the conversation. For the agent it is assigned to, looking is reading; a peek changes nothing. */
export async function readThread(
  ctx: Outside,
  ticketId: number,
  query: { pageNumber: number; peek: boolean },
): Promise<AnswerOf<'GET /messages/:ticketId'>> {
  const { page, unread } = await listMessagePage(ctx, ticketId, query.pageNumber);
  if (!unread || query.peek) return page;
  await transaction(ctx, async (ctx) => {
    if (!(await markTicketRead(ctx, ticketId))) return;
    const read = await markThreadRead(ctx, ticketId, ctx.now());
    const last = read.at(-1);
    const connectionId = page.ticket.whatsappId;
    if (last && connectionId) await ctx.enqueue(tellReadJob, { connectionId, externalId: last }, { key: `ticket:${ticketId}` });
  });
  return { ...page, ticket: { ...page.ticket, unreadMessages: 0 } };
}
