import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import type { IntegrationView } from '@balcao/contract/integrations';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { allChoices } from '../../platform/all-choices.ts';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { integrationKeys } from './keys.ts';

/** The integrations page by page, newest first. */
export function useIntegrations(searchParam: string): InfiniteRows<IntegrationView> {
  return useInfiniteRows({
    queryKey: integrationKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => pageOf(searchParam, pageNumber, signal),
    rowsOf: (page) => page.queueIntegrations,
    pageSize: pageSize.rest,
  });
}

/** All integrations, for fields that choose one. `enabled`: false asks for nothing, where the plan has none. */
export function useIntegrationChoices(enabled: boolean) {
  return useQuery({
    queryKey: integrationKeys.choices,
    queryFn: ({ signal }) =>
      allChoices(async (pageNumber) => {
        const { queueIntegrations: rows, hasMore } = await pageOf('', pageNumber, signal);
        return { rows, hasMore };
      }),
    enabled,
  });
}

function pageOf(searchParam: string, pageNumber: number, signal: AbortSignal) {
  return api('GET /queueIntegration', { query: { searchParam, pageNumber }, signal });
}

/** An integration that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedIntegration(integration: IntegrationView | null) {
  const integrationId = integration?.id ?? 0;
  return useQuery({
    queryKey: integrationKeys.one(integrationId),
    queryFn: ({ signal }) => api('GET /queueIntegration/:integrationId', { params: { integrationId }, signal }),
    enabled: integration !== null,
    ...(integration && { initialData: integration }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What was sent to an integration, newest first; with `failed` only what failed. */
export function useDeliveries(integrationId: number, failed: boolean): InfiniteRows<DeliveryView> {
  const params = { integrationId };
  return useInfiniteRows({
    queryKey: integrationKeys.log(integrationId, failed),
    fetchPage: (pageNumber, signal) =>
      api('GET /v1/queueIntegration/:integrationId/deliveries', { params, query: { pageNumber, failed }, signal }),
    rowsOf: (page) => page.deliveries,
    pageSize: pageSize.rest,
  });
}

/** One of them with what was sent and answered. */
export function useDelivery({ id, integrationId }: DeliveryView) {
  const params = { integrationId, integrationDeliveryId: id };
  return useQuery({
    queryKey: integrationKeys.delivery(id),
    queryFn: ({ signal }) => api('GET /v1/queueIntegration/:integrationId/deliveries/:integrationDeliveryId', { params, signal }),
  });
}
