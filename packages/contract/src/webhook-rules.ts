export const webhookEventNames = [
  'message.received',
  'message.sent',
  'message.changed',
  'ticket.created',
  'ticket.changed',
  'ticket.closed',
  'ticket.tagged',
  'ticket.deleted',
  'contact.created',
  'contact.changed',
  'contact.deleted',
  'contacts.changed',
  'import.finished',
  'tag.created',
  'tag.changed',
  'tag.deleted',
] as const;
/** What a webhook may be told of. */
export type WebhookEventName = (typeof webhookEventNames)[number];

/** Sent only when somebody asks for it, to see whether a webhook answers. */
export const webhookTestEvent = 'webhook.test';

/** Sent when an automation calls a webhook, whatever that listens to. */
export const webhookAutomationEvent = 'automation.fired';

/** How many webhooks a company may have. */
export const webhooksMax = 20;

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const;
/** `waiting`: not delivered yet, perhaps after failures. `dead`: given up after a day. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt brought no success: the answer was no 2xx (`status`), or there was none. */
export const deliveryReasons = ['status', 'bad_address', 'private_address', 'unreachable', 'timeout', 'too_large', 'redirected'] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** For how long an event is tried, and for how long delivered and given up ones are kept, in days. */
export const deliveryDays = { tried: 1, delivered: 7, dead: 30 } as const;
