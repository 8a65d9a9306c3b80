import { webhookChanged, webhookCreated, webhookDeleted } from '../../../events/webhooks.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { webhookRecorder } from './actions/record.ts';
import { webhookDelivery, webhookJobs } from './jobs.ts';
import { webhookRoutes } from './routes.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  routes: webhookRoutes,
  jobs: webhookJobs,
  backgroundServices: [webhookDelivery],
  recorders: [webhookRecorder],
  broadcasts: [
    broadcaster(webhookCreated, ({ record }) => [{ event: 'webhook', payload: { action: 'create', record }, rooms: [{ to: 'admins' }] }]),
    broadcaster(webhookChanged, ({ record }) => [{ event: 'webhook', payload: { action: 'update', record }, rooms: [{ to: 'admins' }] }]),
    broadcaster(webhookDeleted, ({ id }) => [{ event: 'webhook', payload: { action: 'delete', id }, rooms: [{ to: 'admins' }] }]),
  ],
};
