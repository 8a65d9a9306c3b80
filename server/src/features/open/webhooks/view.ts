import type { DeliveryReason } from '@balcao/contract/webhook-rules';
import type { DeliveryDetail, DeliveryView, WebhookDetail, WebhookView } from '@balcao/contract/webhooks';
import type { DeliveryRow, WebhookRow } from './store/webhooks.ts';

export function webhookView(row: WebhookRow): WebhookView {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    active: row.active,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function webhookDetail(row: WebhookRow, counts: { waiting: number; dead: number }): WebhookDetail {
  return { ...webhookView(row), ...counts };
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    status: row.code,
    reason: row.reason as DeliveryReason | null,
    ms: row.ms,
    createdAt: row.created_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
  };
}

export function deliveryDetail(row: DeliveryRow): DeliveryDetail {
  return { ...deliveryView(row), body: row.body, answer: row.answer };
}
