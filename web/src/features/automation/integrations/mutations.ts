import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyDelivery, applyIntegration, removeIntegration } from '../../../data/integrations/live.ts';
import { api } from '../../../platform/api.ts';
import { addressOf, type IntegrationValues, integrationBody } from './integration-form.ts';

/** Adds an integration (`id` null) or changes one. Answers the secret of a new one that signs its calls. */
export function useSaveIntegration() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, values }: { id: number | null; values: IntegrationValues }) => {
      const body = integrationBody(values);
      if (id !== null) {
        const integration = await api('PUT /queueIntegration/:integrationId', { params: { integrationId: id }, body });
        return { integration, secret: null };
      }
      const { secret, ...integration } = await api('POST /queueIntegration', { body });
      return { integration, secret };
    },
    onSuccess: ({ integration }) => applyIntegration(cache, integration),
  });
}

/** Calls what the form describes. */
export function useTestIntegration() {
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: IntegrationValues }) =>
      api('POST /queueIntegration/testSession', { body: { type: values.type, ...addressOf(values), integrationId: id } }),
  });
}

/** Sends a delivery again with the same event id. */
export function useSendAgain() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, integrationId }: DeliveryView) =>
      api('POST /v1/queueIntegration/:integrationId/deliveries/:integrationDeliveryId/again', {
        params: { integrationId, integrationDeliveryId: id },
      }),
    onSuccess: (delivery) => applyDelivery(cache, delivery),
  });
}

/** A new secret for signing; the one before stops working. */
export function useReplaceSecret() {
  return useMutation({
    mutationFn: (integrationId: number) => api('POST /v1/queueIntegration/:integrationId/secret', { params: { integrationId } }),
  });
}

export function useDeleteIntegration() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (integrationId: number) => api('DELETE /queueIntegration/:integrationId', { params: { integrationId } }),
    onSuccess: (_, integrationId) => removeIntegration(cache, integrationId),
  });
}
