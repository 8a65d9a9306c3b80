import { messageEndpoints } from '@balcao/contract/messages';
import { routes } from '../../../../platform/http/routes.ts';
import { forwardMessages } from '../actions/out/forward.ts';
import { sendMessage } from '../actions/out/send.ts';
import { deleteMessage, reactToMessage, retryMessage } from '../actions/thread/change.ts';
import { editMessage } from '../actions/thread/edit.ts';
import { readThread } from '../actions/thread/read-thread.ts';
import { showTyping } from '../actions/thread/typing.ts';
import { listContactMedia, listHits, searchThread } from '../reads.ts';

export const messageRoutes = routes(messageEndpoints, {
  listMessages: (ctx, { params, query }) => readThread(ctx, params.ticketId, query),
  sendMessage: (ctx, { params, body }) => sendMessage(ctx, params.ticketId, body, ctx.request.files, ctx.request.idempotencyKey),
  forwardMessages: (ctx, { params, body }) =>
    forwardMessages(ctx, params.ticketId, body.messageIds.map(Number), ctx.request.idempotencyKey),
  findInThread: (ctx, { params, query }) => searchThread(ctx, params.ticketId, query),
  listHits: (ctx, { query }) => listHits(ctx, query),
  listContactMedia: (ctx, { params, query }) => listContactMedia(ctx, params.contactId, query),
  retryMessage: (ctx, { params }) => retryMessage(ctx, Number(params.messageId)),
  reactToMessage: (ctx, { params, body }) => reactToMessage(ctx, Number(params.messageId), body.emoji),
  editMessage: (ctx, { params, body }) => editMessage(ctx, Number(params.messageId), body.body),
  showTyping: (ctx, { params, body }) => showTyping(ctx, params.ticketId, body.on),
  deleteMessage: (ctx, { params }) => deleteMessage(ctx, Number(params.messageId)),
});
