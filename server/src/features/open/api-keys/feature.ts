import { apiKeyChanged, apiKeyCreated, apiKeyDeleted } from '../../../events/api-keys.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { apiKeyRoutes } from './routes.ts';

export const apiKeys: Feature = {
  name: 'api-keys',
  routes: apiKeyRoutes,
  broadcasts: [
    broadcaster(apiKeyCreated, ({ record }) => [{ event: 'apiKey', payload: { action: 'create', record }, rooms: [{ to: 'admins' }] }]),
    broadcaster(apiKeyChanged, ({ record }) => [{ event: 'apiKey', payload: { action: 'update', record }, rooms: [{ to: 'admins' }] }]),
    broadcaster(apiKeyDeleted, ({ id }) => [{ event: 'apiKey', payload: { action: 'delete', id }, rooms: [{ to: 'admins' }] }]),
  ],
};
