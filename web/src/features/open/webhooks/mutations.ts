import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { webhookKeys } from '../../../data/webhooks/keys.ts';
import { api } from '../../../platform/api.ts';
import { type WebhookValues, webhookBody } from './webhook-form.ts';

const askAll = (cache: QueryClient) => cache.invalidateQueries({ queryKey: webhookKeys.all });

/** Adds a webhook (`id` null) or changes one. Answers its secret if it is new, else null. */
export function useSaveWebhook() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, values }: { id: number | null; values: WebhookValues }): Promise<string | null> => {
      const body = webhookBody(values);
      if (id === null) return (await api('POST /v1/webhooks', { body })).secret;
      await api('PUT /v1/webhooks/:webhookId', { params: { webhookId: id }, body });
      return null;
    },
    onSuccess: () => askAll(cache),
  });
}

/** Removes a webhook with its log. */
export function useDeleteWebhook() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (webhookId: number) => api('DELETE /v1/webhooks/:webhookId', { params: { webhookId } }),
    onSuccess: () => askAll(cache),
  });
}

/** Replaces the secret; answers the new one. */
export function useRenewSecret() {
  return useMutation({
    mutationFn: async (webhookId: number) => (await api('POST /v1/webhooks/:webhookId/secret', { params: { webhookId } })).secret,
  });
}

/** Sends an event that means nothing. */
export function useTestWebhook() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (webhookId: number) => api('POST /v1/webhooks/:webhookId/test', { params: { webhookId } }),
    onSuccess: () => askAll(cache),
  });
}

/** Sends one event again. */
export function useReplayDelivery() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: number) => api('POST /v1/webhook-deliveries/:deliveryId/replay', { params: { deliveryId } }),
    onSuccess: () => askAll(cache),
  });
}

/** Sends all given up events again. */
export function useReplayDead() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (webhookId: number) => api('POST /v1/webhooks/:webhookId/replay', { params: { webhookId } }),
    onSuccess: () => askAll(cache),
  });
}
