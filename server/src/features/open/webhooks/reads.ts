import type { Answer, Received } from '@balcao/contract/endpoint';
import { webhooksMax } from '@balcao/contract/webhook-rules';
import type { DeliveryDetail, WebhookDetail, WebhookView, webhookEndpoints } from '@balcao/contract/webhooks';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { countOpen, getDelivery, getWebhook, listDeliveries as listLog, listWebhooks as listRows } from './store/webhooks.ts';
import { deliveryDetail, deliveryView, webhookDetail, webhookView } from './view.ts';

const logPage = 30;
const countedMax = 1_000;

/** The webhooks of the company, oldest first. */
export function listWebhooks(ctx: Ctx): Promise<WebhookView[]> {
  return reading(ctx, async (ctx) => (await listRows(ctx, webhooksMax)).map(webhookView));
}

/** Throws ERR_NO_WEBHOOK_FOUND. */
export function showWebhook(ctx: Ctx, id: number): Promise<WebhookDetail> {
  return reading(ctx, async (ctx) => webhookDetail(await getWebhook(ctx, id), await countOpen(ctx, id, countedMax)));
}

/** What was and will be sent to a webhook, newest first. Throws ERR_NO_WEBHOOK_FOUND. */
export function listDeliveries(
  ctx: Ctx,
  webhookId: number,
  { state, before }: Received<typeof webhookEndpoints.listDeliveries>['query'],
): Promise<Answer<typeof webhookEndpoints.listDeliveries>> {
  return reading(ctx, async (ctx) => {
    await getWebhook(ctx, webhookId);
    const rows = await listLog(ctx, { webhookId, state, before }, logPage + 1);
    return { deliveries: rows.slice(0, logPage).map(deliveryView), hasMore: rows.length > logPage };
  });
}

/** Throws ERR_NO_DELIVERY_FOUND. */
export function showDelivery(ctx: Ctx, id: number): Promise<DeliveryDetail> {
  return reading(ctx, async (ctx) => deliveryDetail(await getDelivery(ctx, id)));
}
