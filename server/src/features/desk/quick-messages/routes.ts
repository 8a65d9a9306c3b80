import { quickMessageEndpoints } from '@balcao/contract/quick-messages';
import { routes } from '../../../platform/http/routes.ts';
import { attachFile, createQuickMessage, deleteQuickMessage, detachFile, updateQuickMessage } from './actions.ts';
import { listQuickMessages, showQuickMessage, suggestQuickMessages } from './reads.ts';

export const quickMessageRoutes = routes(quickMessageEndpoints, {
  listQuickMessages: (ctx, { query }) => listQuickMessages(ctx, query),
  suggestQuickMessages: (ctx) => suggestQuickMessages(ctx),
  showQuickMessage: (ctx, { params }) => showQuickMessage(ctx, params.quickMessageId),
  createQuickMessage: (ctx, { body }) => createQuickMessage(ctx, body),
  updateQuickMessage: (ctx, { params, body }) => updateQuickMessage(ctx, params.quickMessageId, body),
  deleteQuickMessage: async (ctx, { params }) => {
    await deleteQuickMessage(ctx, params.quickMessageId);
    return { message: 'Quick message deleted' };
  },
  attachToQuickMessage: async (ctx, { params }) => ({
    mensagem: 'Arquivo Anexado',
    record: await attachFile(ctx, params.quickMessageId, ctx.request.files),
  }),
  detachFromQuickMessage: async (ctx, { params }) => ({
    mensagem: 'Arquivo Excluído',
    record: await detachFile(ctx, params.quickMessageId),
  }),
});
