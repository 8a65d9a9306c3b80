import { chatEndpoints } from '@balcao/contract/chats';
import { routes } from '../../../platform/http/routes.ts';
import { createChat, deleteChat, readChat, updateChat } from './actions/change-chat.ts';
import { sendChatMessage } from './actions/send-message.ts';
import { listChatMessages, listChats, listUnreadChats, showChat } from './reads.ts';

export const chatRoutes = routes(chatEndpoints, {
  listChats: (ctx, { query }) => listChats(ctx, query),
  listUnreadChats: (ctx) => listUnreadChats(ctx),
  showChat: (ctx, { params }) => showChat(ctx, params.chatUuid),
  createChat: (ctx, { body }) => createChat(ctx, body),
  updateChat: (ctx, { params, body }) => updateChat(ctx, params.chatId, body),
  deleteChat: async (ctx, { params }) => {
    await deleteChat(ctx, params.chatId);
    return { message: 'Chat deleted' };
  },
  listChatMessages: (ctx, { params, query }) => listChatMessages(ctx, params.chatId, query.pageNumber),
  sendChatMessage: (ctx, { params, body }) =>
    sendChatMessage(
      ctx,
      params.chatId,
      { message: body.message ?? '', mentions: body.mentions ?? [] },
      ctx.request.files,
      ctx.request.idempotencyKey,
    ),
  readChat: (ctx, { params, body }) => readChat(ctx, params.chatId, body.userId ?? null),
});
