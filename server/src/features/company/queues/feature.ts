import { queueChanged, queueDeleted } from '../../../events/queues.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { queueRoutes } from './routes.ts';

export const queues: Feature = {
  name: 'queues',
  routes: queueRoutes,
  broadcasts: [
    broadcaster(queueChanged, ({ queue }) => [{ event: 'queue', payload: { action: 'update', queue }, rooms: [{ to: 'company' }] }]),
    broadcaster(queueDeleted, ({ queueId }) => [{ event: 'queue', payload: { action: 'delete', queueId }, rooms: [{ to: 'company' }] }]),
  ],
};
