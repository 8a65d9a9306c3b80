import type { Answer, Received } from '@balcao/contract/endpoint';
import { webhooksMax, webhookTestEvent } from '@balcao/contract/webhook-rules';
import type { DeliveryView, WebhookView, webhookEndpoints } from '@balcao/contract/webhooks';
import { webhookChanged, webhookCreated, webhookDeleted } from '../../../../events/webhooks.ts';
import { newId } from '../../../../platform/chance.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { newToken } from '../../../../platform/secrets.ts';
import { audit } from '../../../company/system/actions.ts';
import { deliveryService } from '../rules.ts';
import { addDeliveries, deadOf, enterLines, hurryLines, renewWaiting, requeue } from '../store/lines.ts';
import {
  countAndHold,
  getDelivery,
  getWebhook,
  insertWebhook,
  lockWebhook,
  removeWebhook,
  saveWebhook,
  type WebhookRow,
} from '../store/webhooks.ts';
import { deliveryView, webhookView } from '../view.ts';
import { bodyOf } from './record.ts';

type NewWebhook = Received<typeof webhookEndpoints.createWebhook>['body'];
type Change = Received<typeof webhookEndpoints.updateWebhook>['body'];

/** How many given up events one call sends again. */
const replayedMax = 1_000;

/** Adds a webhook; the answer alone has its secret. ERR_WEBHOOKS_LIMIT. */
export function createWebhook(ctx: Ctx, input: NewWebhook): Promise<Answer<typeof webhookEndpoints.createWebhook>> {
  return transaction(ctx, async (ctx) => {
    if ((await countAndHold(ctx)) >= webhooksMax) throw new AppError('ERR_WEBHOOKS_LIMIT', { max: webhooksMax });
    const { name, url, events, active = true } = input;
    const secret = newSecret();
    const now = ctx.now();
    const id = await insertWebhook(ctx, {
      ...{ name, url, active },
      events: [...events],
      secret: ctx.secrets.encrypt(secret),
      created_at: now,
      updated_at: now,
    });
    const record = webhookView(await getWebhook(ctx, id));
    await audit(ctx, { verb: 'webhook.created', subject: String(id), details: { name, host: hostOf(url) } });
    await ctx.publish(webhookCreated, { record });
    return { ...record, secret };
  });
}

/** Changes the given fields. With another address, or switched on again, what waits is tried at once. ERR_NO_WEBHOOK_FOUND. */
export function updateWebhook(ctx: Ctx, id: number, { name, url, events, active }: Change): Promise<WebhookView> {
  return transaction(ctx, async (ctx) => {
    const before = await mustLock(ctx, id);
    const now = ctx.now();
    const returns = active === true && !before.active;
    const moves = url !== undefined && url !== before.url;
    await saveWebhook(ctx, id, {
      ...{ name, url, active, updated_at: now },
      events: events && [...events],
      ...(returns || moves ? { failures: 0, failing_since: null, retry_at: null } : {}),
    });
    if (returns) await renewWaiting(ctx, id, now);
    if (returns || moves) await hurryLines(ctx, id, now);
    ctx.wake(deliveryService);
    if (moves) await audit(ctx, { verb: 'webhook.moved', subject: String(id), details: { from: hostOf(before.url), to: hostOf(url) } });
    const record = webhookView(await getWebhook(ctx, id));
    await ctx.publish(webhookChanged, { record });
    return record;
  });
}

/** Removes a webhook with all that was and will be sent to it. ERR_NO_WEBHOOK_FOUND. */
export function deleteWebhook(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { name, url } = await mustLock(ctx, id);
    await removeWebhook(ctx, id);
    await audit(ctx, { verb: 'webhook.deleted', subject: String(id), details: { name, host: hostOf(url) } });
    await ctx.publish(webhookDeleted, { id });
  });
}

/** Replaces the secret; the answer alone has it. ERR_NO_WEBHOOK_FOUND. */
export function renewWebhookSecret(ctx: Ctx, id: number): Promise<{ secret: string }> {
  return transaction(ctx, async (ctx) => {
    await mustLock(ctx, id);
    const secret = newSecret();
    await saveWebhook(ctx, id, { secret: ctx.secrets.encrypt(secret), updated_at: ctx.now() });
    await audit(ctx, { verb: 'webhook.secretRenewed', subject: String(id) });
    return { secret };
  });
}

/** Sends an event that means nothing. ERR_NO_WEBHOOK_FOUND. */
export function testWebhook(ctx: Ctx, id: number): Promise<DeliveryView> {
  return transaction(ctx, async (ctx) => {
    await mustLock(ctx, id);
    const now = ctx.now();
    const eventId = newId();
    const body = bodyOf({ eventId, event: webhookTestEvent, at: now, companyId: ctx.companyId, data: {} });
    const [added = 0] = await addDeliveries(ctx, [{ webhookId: id, eventId, event: webhookTestEvent, line: 'test', body }], now);
    await tryNow(ctx, id, 'test');
    return deliveryView(await getDelivery(ctx, added));
  });
}

/** Sends an event again, in its place before later ones that wait. ERR_NO_DELIVERY_FOUND, ERR_DELIVERY_WAITING. */
export function replayDelivery(ctx: Ctx, deliveryId: number): Promise<DeliveryView> {
  return transaction(ctx, async (ctx) => {
    const { webhook_id: webhookId } = await getDelivery(ctx, deliveryId);
    await mustLock(ctx, webhookId);
    const { line, state } = await getDelivery(ctx, deliveryId);
    if (state === 'waiting') throw new AppError('ERR_DELIVERY_WAITING');
    const now = ctx.now();
    await enterLines(ctx, [{ webhookId, line }], now);
    await requeue(ctx, [deliveryId], now);
    await tryNow(ctx, webhookId, line);
    return deliveryView(await getDelivery(ctx, deliveryId));
  });
}

/** Sends the first thousand of the given up events again. ERR_NO_WEBHOOK_FOUND. */
export function replayDead(ctx: Ctx, webhookId: number): Promise<{ count: number }> {
  return transaction(ctx, async (ctx) => {
    await mustLock(ctx, webhookId);
    const dead = await deadOf(ctx, webhookId, replayedMax);
    const now = ctx.now();
    if (dead.length > 0) {
      await enterLines(
        ctx,
        dead.map(({ line }) => ({ webhookId, line })),
        now,
      );
      await requeue(
        ctx,
        dead.map(({ id }) => id),
        now,
      );
      await tryNow(ctx, webhookId, null);
      await ctx.publish(webhookChanged, { record: webhookView(await getWebhook(ctx, webhookId)) });
    }
    return { count: dead.length };
  });
}

/** Somebody asks for it, so it does not wait for a webhook that is left alone. */
async function tryNow(ctx: Tx, webhookId: number, line: string | null): Promise<void> {
  await saveWebhook(ctx, webhookId, { retry_at: null });
  await hurryLines(ctx, webhookId, ctx.now(), line);
  ctx.wake(deliveryService);
}

async function mustLock(ctx: Tx, id: number): Promise<WebhookRow> {
  const row = await lockWebhook(ctx, id);
  if (!row) throw new AppError('ERR_NO_WEBHOOK_FOUND');
  return row;
}

/** What the log says of an address: the rest of it may hold a password or a token. */
function hostOf(url: string): string {
  return new URL(url).host;
}

/** As Standard Webhooks has them. */
function newSecret(): string {
  return `whsec_${newToken(32, 'base64')}`;
}
