import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { messageBodyMax } from './message-rules.ts';

export const quickMessageView = z.object({
  id: z.number(),
  /** The text to type after `/`. */
  shortcode: z.string(),
  /** May contain variables such as `{{firstName}}`. */
  message: z.string(),
  /** Shared: all users of the company may use it. */
  geral: z.boolean(),
  /** False: kept, but not suggested. */
  status: z.boolean(),
  isMedia: z.boolean(),
  /** Absolute URL, valid for a while. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  /** Offered only in conversations of this queue; null: in all. */
  queueId: z.number().nullable(),
  userId: z.number(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type QuickMessageView = z.output<typeof quickMessageView>;
c.named.add(quickMessageView, { id: 'QuickMessage' });

const fields = {
  /** Leading slashes are removed. */
  shortcode: c
    .text(100)
    .transform((value) => value.trim().replace(/^\/+\s*/, ''))
    .pipe(z.string().min(1).max(50)),
  message: c.optionalText(messageBodyMax),
  geral: c.flag.nullish(),
  status: c.flag.nullish(),
  queueId: c.optionalId,
};
const quickMessageId = z.object({ quickMessageId: c.id });

export const quickMessageEndpoints = {
  listQuickMessages: endpoint({
    route: 'GET /quick-messages',
    access: 'user',
    summary: 'The caller’s own quick messages and those shared with all, by shortcode, 20 a page; searched by shortcode.',
    query: z.object(c.page),
    answer: z.object({ records: z.array(quickMessageView), count: z.number(), hasMore: z.boolean() }),
  }),
  suggestQuickMessages: endpoint({
    route: 'GET /quick-messages/list',
    access: 'user',
    summary: 'The quick messages that the caller may use, by shortcode; at most 500.',
    answer: z.array(quickMessageView),
  }),
  showQuickMessage: endpoint({
    route: 'GET /quick-messages/:quickMessageId',
    access: 'user',
    summary: 'One quick message.',
    params: quickMessageId,
    answer: quickMessageView,
  }),
  createQuickMessage: endpoint({
    route: 'POST /quick-messages',
    access: 'user',
    summary: 'Adds a quick message of the caller.',
    body: z.object(fields),
    answer: quickMessageView,
  }),
  updateQuickMessage: endpoint({
    route: 'PUT /quick-messages/:quickMessageId',
    access: 'user',
    summary: 'Changes a quick message. Its author, supervisors and admins may change a shared one.',
    params: quickMessageId,
    body: z.object(fields).partial(),
    answer: quickMessageView,
  }),
  deleteQuickMessage: endpoint({
    route: 'DELETE /quick-messages/:quickMessageId',
    access: 'user',
    summary: 'Removes a quick message with its file.',
    params: quickMessageId,
    answer: c.message,
  }),
  attachToQuickMessage: endpoint({
    route: 'POST /quick-messages/:quickMessageId/media-upload',
    access: 'user',
    summary: 'Sets the file of the quick message, sent as `file`, and replaces the one it has.',
    params: quickMessageId,
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    answer: z.object({ mensagem: z.string(), record: quickMessageView }),
  }),
  detachFromQuickMessage: endpoint({
    route: 'DELETE /quick-messages/:quickMessageId/media-upload',
    access: 'user',
    summary: 'Removes the file of a quick message.',
    params: quickMessageId,
    answer: z.object({ mensagem: z.string(), record: quickMessageView }),
  }),
};

const news = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['create', 'update']), record: quickMessageView }),
  z.object({ action: z.literal('delete'), id: z.number() }),
]);
const hearers = 'Those who may use it: its author, or everybody in the company while it is shared.';

export const quickMessageEvents = {
  /** Spelled as existing clients spell it. */
  quickMessage: event({ channel: 'quickemessage', heardBy: hearers, payload: news }),
  /** Existing clients listen without the dash. */
  quickMessagePage: event({
    channel: 'quickemessage',
    joined: true,
    heardBy: `${hearers} Existing clients listen to this name.`,
    payload: news,
  }),
};
