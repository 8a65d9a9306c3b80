import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import type { IntegrationView } from '@balcao/contract/integrations';
import { fact } from '../platform/facts.ts';

export const integrationCreated = fact<{ integration: IntegrationView }>('integration.created');
export const integrationChanged = fact<{ integration: IntegrationView }>('integration.changed');
export const integrationDeleted = fact<{ integrationId: number }>('integration.deleted');
/** A message is on its way to an integration, or has come further. */
export const deliveryChanged = fact<{ delivery: DeliveryView; isNew: boolean }>('integration.deliveryChanged', {
  about: ({ delivery }) => delivery.id,
  merge: (earlier, later) => ({ ...later, isNew: earlier.isNew || later.isNew }),
});
