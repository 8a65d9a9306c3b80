import type { PayloadOf } from '@balcao/contract';
import { deliveryChanged, integrationChanged, integrationCreated, integrationDeleted } from '../../../events/integrations.ts';
import { type Broadcast, broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { integrationJobs } from './jobs.ts';
import { integrationReactions } from './reactions.ts';
import { integrationDeliveryRoutes, integrationRoutes } from './routes.ts';

export const integrations: Feature = {
  name: 'integrations',
  routes: [...integrationRoutes, ...integrationDeliveryRoutes],
  jobs: integrationJobs,
  reactions: integrationReactions,
  broadcasts: [
    broadcaster(integrationCreated, ({ integration }) => news({ action: 'create', queueIntegration: integration })),
    broadcaster(integrationChanged, ({ integration }) => news({ action: 'update', queueIntegration: integration })),
    broadcaster(integrationDeleted, ({ integrationId }) => news({ action: 'delete', integrationId })),
    broadcaster(deliveryChanged, ({ delivery, isNew }) => [
      { event: 'integrationDelivery', payload: { action: isNew ? 'create' : 'update', delivery }, rooms: [{ to: 'admins' }] },
    ]),
  ],
};

/** Whoever sets integrations up hears of them. */
function news(payload: PayloadOf<'queueIntegration'>): Broadcast[] {
  return [{ event: 'queueIntegration', payload, rooms: [{ to: 'admins' }] }];
}
