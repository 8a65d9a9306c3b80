import { queueEndpoints } from '@balcao/contract/queues';
import { routes } from '../../../platform/http/routes.ts';
import { createQueue, deleteQueue, updateQueue } from './actions.ts';
import { listQueues, showQueue } from './reads.ts';

export const queueRoutes = routes(queueEndpoints, {
  listQueues: (ctx) => listQueues(ctx),
  showQueue: (ctx, { params }) => showQueue(ctx, params.queueId),
  createQueue: (ctx, { body }) => createQueue(ctx, body),
  updateQueue: (ctx, { params, body }) => updateQueue(ctx, params.queueId, body),
  deleteQueue: async (ctx, { params }) => {
    await deleteQueue(ctx, params.queueId);
    return {};
  },
});
