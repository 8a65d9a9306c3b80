import { webhookEndpoints } from '@balcao/contract/webhooks';
import { routes } from '../../../platform/http/routes.ts';
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  replayDead,
  replayDelivery,
  testWebhook,
  updateWebhook,
} from './actions/change-webhook.ts';
import { listDeliveries, listWebhooks, showDelivery, showWebhook } from './reads.ts';

export const webhookRoutes = routes(webhookEndpoints, {
  listWebhooks: (ctx) => listWebhooks(ctx),
  showWebhook: (ctx, { params }) => showWebhook(ctx, params.webhookId),
  createWebhook: (ctx, { body }) => createWebhook(ctx, body),
  updateWebhook: (ctx, { params, body }) => updateWebhook(ctx, params.webhookId, body),
  deleteWebhook: async (ctx, { params }) => {
    await deleteWebhook(ctx, params.webhookId);
    return { message: 'Webhook deleted' };
  },
  renewWebhookSecret: (ctx, { params }) => renewWebhookSecret(ctx, params.webhookId),
  testWebhook: (ctx, { params }) => testWebhook(ctx, params.webhookId),
  listDeliveries: (ctx, { params, query }) => listDeliveries(ctx, params.webhookId, query),
  showDelivery: (ctx, { params }) => showDelivery(ctx, params.deliveryId),
  replayDelivery: (ctx, { params }) => replayDelivery(ctx, params.deliveryId),
  replayDead: (ctx, { params }) => replayDead(ctx, params.webhookId),
});
