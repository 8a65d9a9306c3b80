import { queueOptionEndpoints } from '@balcao/contract/queue-options';
import { routes } from '../../../platform/http/routes.ts';
import { deleteQueueMedia, deleteQueueOptionMedia, uploadQueueMedia, uploadQueueOptionMedia } from './actions/media.ts';
import { createQueueOption, deleteQueueOption, updateQueueOption } from './actions/options.ts';
import { publishQueueOptions } from './actions/publish-options.ts';
import { listQueueOptions, showQueueOption } from './reads.ts';

const saved = { mensagem: 'Arquivo Salvo' };
const removed = { mensagem: 'Arquivo excluído' };

export const chatbotRoutes = routes(queueOptionEndpoints, {
  publishQueueOptions: (ctx, { params, body }) => publishQueueOptions(ctx, params.queueId, body.steps),
  listQueueOptions: (ctx, { query }) => listQueueOptions(ctx, query),
  showQueueOption: (ctx, { params }) => showQueueOption(ctx, params.queueOptionId),
  createQueueOption: (ctx, { body }) => createQueueOption(ctx, body),
  updateQueueOption: (ctx, { params, body }) => updateQueueOption(ctx, params.queueOptionId, body),
  deleteQueueOption: async (ctx, { params }) => {
    await deleteQueueOption(ctx, params.queueOptionId);
    return { message: 'Option Delected' };
  },
  uploadQueueMedia: async (ctx, { params }) => {
    await uploadQueueMedia(ctx, params.queueId, ctx.request.files);
    return saved;
  },
  deleteQueueMedia: async (ctx, { params }) => {
    await deleteQueueMedia(ctx, params.queueId);
    return removed;
  },
  uploadQueueOptionMedia: async (ctx, { params }) => {
    await uploadQueueOptionMedia(ctx, params.queueOptionId, ctx.request.files);
    return saved;
  },
  deleteQueueOptionMedia: async (ctx, { params }) => {
    await deleteQueueOptionMedia(ctx, params.queueOptionId);
    return removed;
  },
});
