import type { WebhookView } from '@balcao/contract/webhooks';
import { fact } from '../platform/facts.ts';

export const webhookCreated = fact<{ record: WebhookView }>('webhook.created');
/** Also when attempts begin to fail, or succeed again. */
export const webhookChanged = fact<{ record: WebhookView }>('webhook.changed');
export const webhookDeleted = fact<{ id: number }>('webhook.deleted');
