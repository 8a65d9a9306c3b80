import type { AnswerOf } from '@balcao/contract';
import { z } from 'zod';
import type { Outside } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../../platform/jobs/define.ts';
import { wantPicture } from '../../../contacts/actions/picture.ts';
import { markTicketRead } from '../../../tickets/actions/for-features/read-ticket.ts';
import { listMessagePage } from '../../reads.ts';
import { messageRef } from '../../rules/people.ts';
import { missingFiles } from '../../store/history.ts';
import { unreadOf } from '../../store/messages.ts';
import { findReferred } from '../../store/provider.ts';
import { fetchSoon } from '../in/fetch-media.ts';
import { chatTarget } from '../out/delivery-target.ts';

/** In a long thread, reporting those among the latest messages as read is enough. */
const reportedMax = 100;

/** Files of messages newer than this may be on their way, so they are not requested again. */
const fetchTakesMs = 60_000;

export const reportReadJob = defineJob({
  name: 'messages.tellRead',
  lane: 'sending',
  payload: z.object({ connectionId: z.number(), contactId: z.number(), messageIds: z.array(z.number()) }),
  maxAttempts: 3,
  run: async (ctx, { messageIds, ...chat }) => {
    const { target, read } = await reading(ctx, async (ctx) => ({
      target: await chatTarget(ctx, chat),
      read: (await findReferred(ctx, messageIds)).map(messageRef).filter((ref) => ref !== null),
    }));
    if (target && read.length > 0) await ctx.gateways.channel(target.channel).markRead(target.account, target.to, read);
  },
});

/** An agent opened the conversation: asks the channel to report when the customer is typing. */
export const watchTypingJob = defineJob({
  name: 'messages.look',
  lane: 'sending',
  payload: z.object({ connectionId: z.number(), contactId: z.number() }),
  maxAttempts: 2,
  run: async (ctx, chat) => {
    const target = await reading(ctx, (ctx) => chatTarget(ctx, chat));
    if (target) await ctx.gateways.channel(target.channel).watch?.(target.account, target.to);
  },
});

/** A page of the conversation. Marks it as read when the ticket's own agent opens it; `peek` changes nothing. */
export async function readThread(
  ctx: Outside,
  ticketId: number,
  { pageNumber, peek, from, since }: { pageNumber: number; peek: boolean; from?: string | undefined; since?: string | undefined },
): Promise<AnswerOf<'GET /messages/:ticketId'>> {
  const held = from && since ? { from: Number(from), since: new Date(since) } : null;
  const { page, unread } = await listMessagePage(ctx, ticketId, pageNumber, held);
  if (!peek) await prepareThread(ctx, page, pageNumber === 1);
  if (!unread || peek) return page;
  const isRead = await transaction(ctx, async (ctx) => {
    const before = await markTicketRead(ctx, ticketId);
    if (before === null) return false;
    const { whatsappId: connectionId, contactId } = page.ticket;
    const messageIds = connectionId ? await unreadOf(ctx, { ticketId, contactId, connectionId, readUpTo: before }, reportedMax) : [];
    if (messageIds.length > 0 && connectionId) await ctx.enqueue(reportReadJob, { connectionId, contactId, messageIds });
    return true;
  });
  return isRead ? { ...page, ticket: { ...page.ticket, unreadMessages: 0 } } : page;
}

type Page = AnswerOf<'GET /messages/:ticketId'>;

/** Requests what the agent will need: files of history, files that are overdue, the customer's picture, and typing notices. */
async function prepareThread(ctx: Outside, { messages, ticket }: Page, opened: boolean): Promise<void> {
  const { contactId, whatsapp } = ticket;
  if (!whatsapp) return;
  const waiting = messages.filter(({ mediaState }) => mediaState === 'pending').map(({ id }) => Number(id));
  const watches = opened && ticket.status !== 'closed' && ctx.gateways.channel(whatsapp.channel).watch !== undefined;
  const pictures = opened && ctx.gateways.channel(whatsapp.channel).profilePicture !== undefined;
  if (waiting.length === 0 && !watches && !pictures) return;
  await transaction(ctx, async (ctx) => {
    const missing = waiting.length > 0 ? await missingFiles(ctx, waiting, new Date(ctx.now().getTime() - fetchTakesMs)) : [];
    for (const messageId of missing) await fetchSoon(ctx, messageId);
    if (watches) await ctx.enqueue(watchTypingJob, { connectionId: whatsapp.id, contactId }, { key: `${whatsapp.id}:${contactId}` });
    if (pictures) await wantPicture(ctx, contactId, whatsapp);
  });
}
