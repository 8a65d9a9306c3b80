import { integrationDeliveryEndpoints } from '@balcao/contract/integration-deliveries';
import { integrationEndpoints } from '@balcao/contract/integrations';
import { routes } from '../../../platform/http/routes.ts';
import { createIntegration, deleteIntegration, replaceSecret, updateIntegration } from './actions/manage.ts';
import { sendAgain } from './actions/send-again.ts';
import { testIntegration } from './actions/test.ts';
import { listDeliveries, listIntegrations, showDelivery, showIntegration } from './reads.ts';

export const integrationRoutes = routes(integrationEndpoints, {
  listIntegrations: (ctx, { query }) => listIntegrations(ctx, query),
  showIntegration: (ctx, { params }) => showIntegration(ctx, params.integrationId),
  createIntegration: (ctx, { body }) => createIntegration(ctx, body),
  updateIntegration: (ctx, { params, body }) => updateIntegration(ctx, params.integrationId, body),
  deleteIntegration: async (ctx, { params }) => {
    await deleteIntegration(ctx, params.integrationId);
    return {};
  },
  replaceIntegrationSecret: async (ctx, { params }) => ({ secret: await replaceSecret(ctx, params.integrationId) }),
  testIntegration: (ctx, { body }) => testIntegration(ctx, body),
});

export const integrationDeliveryRoutes = routes(integrationDeliveryEndpoints, {
  listIntegrationDeliveries: (ctx, { params, query }) => listDeliveries(ctx, params.integrationId, query),
  showIntegrationDelivery: (ctx, { params }) => showDelivery(ctx, params.integrationId, params.integrationDeliveryId),
  sendIntegrationDeliveryAgain: (ctx, { params }) => sendAgain(ctx, params.integrationId, params.integrationDeliveryId),
});
