// What was sent to an integration, and what came of it.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { deliveryStates, integrationReasons } from './integration-rules.ts';

/** One message on its way to an integration, as its log lists it. */
export const deliveryView = z.object({
  id: z.number(),
  integrationId: z.number(),
  ticketId: z.number().nullable(),
  contactName: z.string(),
  /** The same at every attempt; sent as `X-Event-Id`. */
  eventId: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** HTTP status of the last answer. */
  status: z.number().nullable(),
  reason: z.enum(integrationReasons).nullable(),
  /** How long the last call took, in ms. */
  durationMs: z.number().nullable(),
  nextTryAt: c.instant.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type DeliveryView = z.output<typeof deliveryView>;
c.named.add(deliveryView, { id: 'IntegrationDelivery' });

const integrationId = z.object({ integrationId: c.id });
const deliveryId = z.object({ integrationId: c.id, integrationDeliveryId: c.id });
const plan = 'useIntegrations';

export const integrationDeliveryEndpoints = {
  listIntegrationDeliveries: endpoint({
    route: 'GET /v1/queueIntegration/:integrationId/deliveries',
    access: 'admin',
    summary: 'What was sent to the integration in the last days, newest first, 20 a page.',
    plan,
    params: integrationId,
    query: z.object({ pageNumber: c.pageNumber, failed: c.flag.optional() }),
    answer: z.object({ deliveries: z.array(deliveryView), count: z.number(), hasMore: z.boolean() }),
  }),
  showIntegrationDelivery: endpoint({
    route: 'GET /v1/queueIntegration/:integrationId/deliveries/:integrationDeliveryId',
    access: 'admin',
    summary: 'One of them with what was sent and answered, long texts shortened.',
    plan,
    params: deliveryId,
    answer: z.object({ delivery: deliveryView, sent: z.string(), answered: z.string(), detail: z.string() }),
  }),
  sendIntegrationDeliveryAgain: endpoint({
    route: 'POST /v1/queueIntegration/:integrationId/deliveries/:integrationDeliveryId/again',
    access: 'admin',
    summary: 'Sends it again with the same event id. What it answers reaches the customer only while the integration has the conversation.',
    plan,
    params: deliveryId,
    answer: deliveryView,
  }),
};

export const integrationDeliveryEvents = {
  integrationDelivery: event({
    channel: 'integration-delivery',
    heardBy: 'Admins.',
    payload: z.object({ action: z.enum(['create', 'update']), delivery: deliveryView }),
  }),
};
