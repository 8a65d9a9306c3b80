import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import type { IntegrationView } from '@balcao/contract/integrations';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { assistantKeys } from '../assistants/keys.ts';
import { integrationKeys } from './keys.ts';

const lists: RowLists<IntegrationView> = {
  queryKey: integrationKeys.pages,
  field: 'queueIntegrations',
  staysPlaced: (held, integration) => held.name === integration.name,
};

export const integrationsLive: Live = {
  queueIntegration: hearIntegration,
  'integration-delivery': (cache, { delivery }) => applyDelivery(cache, delivery),
};

/** One piece of news about an integration. */
export function hearIntegration(cache: QueryClient, news: News<'queueIntegration'>): void {
  if (news.action === 'delete') removeIntegration(cache, news.integrationId);
  else {
    applyIntegration(cache, news.queueIntegration);
    refreshSoon(cache, integrationKeys.one(news.queueIntegration.id));
  }
}

/** Puts an integration into the lists; an older copy than ours is dropped. */
export function applyIntegration(cache: QueryClient, integration: IntegrationView): void {
  applyRow(cache, lists, integration);
  refreshSoon(cache, integrationKeys.choices);
  refreshSoon(cache, assistantKeys.list);
}

/** Shows how far a delivery has come; a new one comes with the next look. */
export function applyDelivery(cache: QueryClient, delivery: DeliveryView): void {
  const { id, integrationId, state } = delivery;
  applyRow<DeliveryView>(
    cache,
    { queryKey: integrationKeys.deliveries(integrationId), field: 'deliveries', staysPlaced: (held) => held.state === state },
    delivery,
  );
  refreshSoon(cache, integrationKeys.delivery(id));
}

export function removeIntegration(cache: QueryClient, integrationId: number): void {
  void cache.invalidateQueries({ queryKey: integrationKeys.one(integrationId) });
  removeRow(cache, lists, integrationId);
  refreshSoon(cache, integrationKeys.choices);
  refreshSoon(cache, assistantKeys.list);
}
