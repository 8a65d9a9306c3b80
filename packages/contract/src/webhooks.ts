// Webhooks: addresses of other systems that are told what happens in the company.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { deliveryReasons, deliveryStates, webhookEventNames } from './webhook-rules.ts';

export const webhookView = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  /** False: it is told nothing. What waited goes on when it is switched on again. */
  active: z.boolean(),
  /** Since when no attempt succeeds; null while the last one did. */
  failingSince: c.instant.nullable(),
  lastDeliveredAt: c.instant.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type WebhookView = z.output<typeof webhookView>;
c.named.add(webhookView, { id: 'Webhook' });

export const webhookDetail = webhookView.extend({
  /** How many events wait and how many were given up; counting stops at 1000. */
  waiting: z.number(),
  dead: z.number(),
});
export type WebhookDetail = z.output<typeof webhookDetail>;
c.named.add(webhookDetail, { id: 'WebhookDetail' });

export const deliveryView = z.object({
  id: z.number(),
  /** The header `webhook-id`: the same whenever this event is sent. */
  eventId: z.string(),
  event: z.string(),
  state: z.enum(deliveryStates),
  /** How often it was tried since it was last asked for. */
  attempts: z.number(),
  /** The status of the last answer; null if there was none. */
  status: z.number().nullable(),
  /** Why the last attempt failed; null if it did not. */
  reason: z.enum(deliveryReasons).nullable(),
  /** How long the last attempt took, in ms. */
  ms: z.number().nullable(),
  createdAt: c.instant,
  triedAt: c.instant.nullable(),
});
export type DeliveryView = z.output<typeof deliveryView>;
c.named.add(deliveryView, { id: 'WebhookDelivery' });

export const deliveryDetail = deliveryView.extend({
  /** What is sent, as JSON text. */
  body: z.string(),
  /** The beginning of the last answer. */
  answer: z.string(),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;
c.named.add(deliveryDetail, { id: 'WebhookDeliveryDetail' });

const fields = {
  name: c.name(2, 50),
  url: c
    .text(2000)
    .transform((value) => value.trim())
    .pipe(z.url({ protocol: /^https?$/ })),
  events: z
    .array(z.enum(webhookEventNames))
    .min(1)
    .max(webhookEventNames.length)
    .transform((events) => webhookEventNames.filter((event) => events.includes(event))),
  active: c.flag.optional(),
};
const webhookId = z.object({ webhookId: c.id });
const deliveryId = z.object({ deliveryId: c.id });
const plan = 'useExternalApi';

export const webhookEndpoints = {
  listWebhooks: endpoint({
    route: 'GET /v1/webhooks',
    access: 'admin',
    plan,
    summary: 'The webhooks of the company, oldest first; at most 20.',
    answer: z.array(webhookView),
  }),
  showWebhook: endpoint({
    route: 'GET /v1/webhooks/:webhookId',
    access: 'admin',
    plan,
    summary: 'One webhook, with how many events wait and how many were given up.',
    params: webhookId,
    answer: webhookDetail,
  }),
  createWebhook: endpoint({
    route: 'POST /v1/webhooks',
    access: 'admin',
    plan,
    summary: 'Adds a webhook. The answer alone shows the secret that signs what is sent (Standard Webhooks).',
    body: z.object(fields),
    answer: webhookView.extend({ secret: z.string() }),
  }),
  updateWebhook: endpoint({
    route: 'PUT /v1/webhooks/:webhookId',
    access: 'admin',
    plan,
    summary: 'Changes a webhook, or switches it on or off.',
    params: webhookId,
    body: z.object(fields).partial(),
    answer: webhookView,
  }),
  deleteWebhook: endpoint({
    route: 'DELETE /v1/webhooks/:webhookId',
    access: 'admin',
    plan,
    summary: 'Removes a webhook with its log. What waits is not sent.',
    params: webhookId,
    answer: c.message,
  }),
  renewWebhookSecret: endpoint({
    route: 'POST /v1/webhooks/:webhookId/secret',
    access: 'admin',
    plan,
    summary: 'Replaces the secret that signs. The answer alone shows the new one; the old one signs nothing any more.',
    params: webhookId,
    answer: z.object({ secret: z.string() }),
  }),
  testWebhook: endpoint({
    route: 'POST /v1/webhooks/:webhookId/test',
    access: 'admin',
    plan,
    summary: 'Sends the event `webhook.test`. The log says how that went.',
    params: webhookId,
    answer: deliveryView,
  }),
  listDeliveries: endpoint({
    route: 'GET /v1/webhooks/:webhookId/deliveries',
    access: 'admin',
    plan,
    summary:
      'What was and will be sent to a webhook, newest first, 30 at a time. Delivered events are kept for 7 days, given up ones for 30.',
    params: webhookId,
    query: z.object({ state: z.enum(deliveryStates).optional(), before: c.id.optional() }),
    answer: z.object({ deliveries: z.array(deliveryView), hasMore: z.boolean() }),
  }),
  showDelivery: endpoint({
    route: 'GET /v1/webhook-deliveries/:deliveryId',
    access: 'admin',
    plan,
    summary: 'One event of a webhook, with what is sent and the beginning of the last answer.',
    params: deliveryId,
    answer: deliveryDetail,
  }),
  replayDelivery: endpoint({
    route: 'POST /v1/webhook-deliveries/:deliveryId/replay',
    access: 'admin',
    plan,
    summary: 'Sends an event again, with the same `webhook-id`, whether it was delivered or given up.',
    params: deliveryId,
    answer: deliveryView,
  }),
  replayDead: endpoint({
    route: 'POST /v1/webhooks/:webhookId/replay',
    access: 'admin',
    plan,
    summary: 'Sends all events again that were given up, in their order; at most 1000 at a time.',
    params: webhookId,
    answer: z.object({ count: z.number() }),
  }),
};

export const webhookEvents = {
  webhook: event({
    channel: 'webhook',
    heardBy: 'Admins.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: webhookView }),
      z.object({ action: z.literal('delete'), id: z.number() }),
    ]),
  }),
};
