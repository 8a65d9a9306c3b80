import type { DeliveryState } from '@balcao/contract/webhook-rules';

export const webhookKeys = {
  all: ['webhooks'] as const,
  list: ['webhooks', 'list'] as const,
  one: (webhookId: number) => ['webhooks', 'one', webhookId] as const,
  log: (webhookId: number, state: DeliveryState | null) => ['webhooks', 'log', webhookId, state] as const,
  delivery: (deliveryId: number) => ['webhooks', 'delivery', deliveryId] as const,
};
