import { helpEndpoints } from '@balcao/contract/helps';
import { routes } from '../../../platform/http/routes.ts';
import { createHelp, deleteHelp, updateHelp } from './actions.ts';
import { listAllHelps, listHelps, showHelp } from './reads.ts';

export const helpRoutes = routes(helpEndpoints, {
  listHelps: (ctx, { query }) => listHelps(ctx, query),
  listAllHelps: (ctx) => listAllHelps(ctx),
  showHelp: (ctx, { params }) => showHelp(ctx, params.helpId),
  createHelp: (ctx, { body }) => createHelp(ctx, body),
  updateHelp: (ctx, { params, body }) => updateHelp(ctx, params.helpId, body),
  deleteHelp: async (ctx, { params }) => {
    await deleteHelp(ctx, params.helpId);
    return { message: 'Help deleted' };
  },
});
