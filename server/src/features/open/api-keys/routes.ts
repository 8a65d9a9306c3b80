import { apiKeyEndpoints } from '@balcao/contract/api-keys';
import { routes } from '../../../platform/http/routes.ts';
import { createApiKey, deleteApiKey, updateApiKey } from './actions.ts';
import { listApiKeys, showApiKey } from './reads.ts';

export const apiKeyRoutes = routes(apiKeyEndpoints, {
  listApiKeys: (ctx) => listApiKeys(ctx),
  showApiKey: (ctx, { params }) => showApiKey(ctx, params.apiKeyId),
  createApiKey: (ctx, { body }) => createApiKey(ctx, body),
  updateApiKey: (ctx, { params, body }) => updateApiKey(ctx, params.apiKeyId, body),
  deleteApiKey: async (ctx, { params }) => {
    await deleteApiKey(ctx, params.apiKeyId);
    return { message: 'API key deleted' };
  },
});
