import type { DeliveryState } from '@balcao/contract/webhook-rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { rowsAfter } from '../../platform/infinite-rows.ts';
import { webhookKeys } from './keys.ts';

/** While the log is open it is looked at so often, in ms: each delivery would be news otherwise. */
const logEveryMs = 3_000;

/** The webhooks of the company. `enabled`: false asks for nothing, where the plan has none. */
export function useWebhooks(enabled = true) {
  return useQuery({ queryKey: webhookKeys.list, queryFn: ({ signal }) => api('GET /v1/webhooks', { signal }), staleTime: 0, enabled });
}

/** One webhook as it is now, with how many events wait and were given up. `null`: none. */
export function useWebhook(webhookId: number | null, { often = false }: { often?: boolean } = {}) {
  return useQuery({
    queryKey: webhookKeys.one(webhookId ?? 0),
    queryFn: ({ signal }) => api('GET /v1/webhooks/:webhookId', { params: { webhookId: webhookId ?? 0 }, signal }),
    enabled: webhookId !== null,
    staleTime: 0,
    gcTime: 0,
    ...(often ? { refetchInterval: logEveryMs } : {}),
  });
}

/** What was and will be sent to a webhook, newest first. */
export function useDeliveries(webhookId: number, state: DeliveryState | null) {
  const query = useInfiniteQuery({
    queryKey: webhookKeys.log(webhookId, state),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/webhooks/:webhookId/deliveries', {
        params: { webhookId },
        query: { ...(state ? { state } : {}), ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: logEveryMs,
  });
  return rowsAfter(query, ({ deliveries }) => deliveries);
}

/** One event with what is sent. */
export function useDelivery(deliveryId: number | null) {
  return useQuery({
    queryKey: webhookKeys.delivery(deliveryId ?? 0),
    queryFn: ({ signal }) => api('GET /v1/webhook-deliveries/:deliveryId', { params: { deliveryId: deliveryId ?? 0 }, signal }),
    enabled: deliveryId !== null,
    staleTime: 0,
  });
}
