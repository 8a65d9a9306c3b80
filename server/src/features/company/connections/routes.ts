import { connectionEndpoints } from '@balcao/contract/connections';
import { routes } from '../../../platform/http/routes.ts';
import { createConnection, deleteConnection, endSession, startSession, updateConnection } from './actions.ts';
import { listConnections, showConnection } from './reads.ts';

export const connectionRoutes = routes(connectionEndpoints, {
  listConnections: (ctx) => listConnections(ctx),
  showConnection: (ctx, { params }) => showConnection(ctx, params.whatsappId),
  createConnection: (ctx, { body }) => createConnection(ctx, body),
  updateConnection: (ctx, { params, body }) => updateConnection(ctx, params.whatsappId, body),
  deleteConnection: async (ctx, { params }) => {
    await deleteConnection(ctx, params.whatsappId);
    return { message: 'Whatsapp deleted.' };
  },
  startSession: async (ctx, { params, body }) => {
    await startSession(ctx, params.whatsappId, { renew: false, ...body });
    return { message: 'Starting session.' };
  },
  renewSession: async (ctx, { params, body }) => {
    await startSession(ctx, params.whatsappId, { renew: true, ...body });
    return { message: 'Starting session.' };
  },
  endSession: async (ctx, { params }) => {
    await endSession(ctx, params.whatsappId);
    return { message: 'Session disconnected.' };
  },
});
