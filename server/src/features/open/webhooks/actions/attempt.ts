// One attempt to send one event: between two short transactions, since the receiver may take its time.
import { createHmac } from 'node:crypto';
import { storableText } from '@balcao/contract/storable-text';
import type { DeliveryReason } from '@balcao/contract/webhook-rules';
import { webhookChanged } from '../../../../events/webhooks.ts';
import { OutsideFailure } from '../../../../gateways/http/outside-failure.ts';
import { chance } from '../../../../platform/chance.ts';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { retryDuringOutage } from '../../../../platform/db/retry-during-outage.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import {
  answerKept,
  answerMaxBytes,
  answerWithinMs,
  isTooOld,
  leaseMs,
  meaningOf,
  type Outcome,
  pauseMs,
  restMs,
  wasAway,
} from '../rules.ts';
import { claimLines, firstOf, hurryLines, lockLine, releaseLine, removeLine, saveAttempt } from '../store/lines.ts';
import { type DeliveryRow, getWebhook, lockWebhook, saveWebhook, type WebhookRow } from '../store/webhooks.ts';
import { webhookView } from '../view.ts';

/** An event that nobody else sends meanwhile. */
export type Claim = { webhookId: number; line: string; delivery: DeliveryRow; url: string; secret: string };

/** Takes the first events of up to `limit` lines of a webhook. */
export function claimEvents(ctx: Ctx, webhookId: number, limit: number): Promise<Claim[]> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const lines = await claimLines(ctx, webhookId, { now, until: new Date(now.getTime() + leaseMs), limit });
    if (lines.length === 0) return [];
    const { url, secret } = await getWebhook(ctx, webhookId);
    const claims: Claim[] = [];
    for (const line of lines) {
      const delivery = await firstOf(ctx, webhookId, line);
      if (delivery) claims.push({ webhookId, line, delivery, url, secret: ctx.secrets.decrypt(secret) });
      else await removeLine(ctx, webhookId, line);
    }
    return claims;
  });
}

/** Sends an event and notes how that went. Whatever the receiver does, it ends within `answerWithinMs`. */
export async function attempt(ctx: Outside, claim: Claim): Promise<void> {
  const outcome = await send(ctx, claim);
  // Not noted, it would be sent again, however well it was received.
  await retryDuringOutage(ctx.log, () => transaction(ctx, (ctx) => note(ctx, claim, outcome)));
}

async function send(ctx: Outside, { delivery, url, secret }: Claim): Promise<Outcome> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const { event_id: id, body } = delivery;
  const seconds = String(Math.floor(ctx.now().getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signature(secret, `${id}.${seconds}.${body}`),
  };
  try {
    const call = { method: 'POST', url, headers, body, timeoutMs: answerWithinMs, maxBytes: answerMaxBytes } as const;
    const answer = await ctx.gateways.http.call(call);
    const text = storableText(answer.body.subarray(0, answerKept * 4).toString('utf8'), answerKept);
    const isGood = answer.status >= 200 && answer.status < 300;
    return { status: answer.status, reason: isGood ? null : 'status', answer: text, ms: took() };
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return { status: null, reason: error.reason satisfies DeliveryReason, answer: storableText(error.message, answerKept), ms: took() };
  }
}

/** https://github.com/standard-webhooks/standard-webhooks: the secret without its beginning is the key, in base64. */
function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

async function note(ctx: Tx, { webhookId, line, delivery }: Claim, outcome: Outcome): Promise<void> {
  const webhook = await lockWebhook(ctx, webhookId);
  if (!webhook) return;
  await lockLine(ctx, webhookId, line);
  const now = ctx.now();
  const meaning = meaningOf(outcome);
  const state = meaning === 'delivered' ? 'delivered' : meaning === 'gone' || isTooOld(delivery.since, now) ? 'dead' : 'waiting';
  const { status: code, reason, answer, ms } = outcome;
  // Another process took it over, and has settled it: the line is no longer ours. Or this was noted, but the database did not say so.
  if (!(await saveAttempt(ctx, delivery, { state, code, reason, answer, ms, at: now }))) return;
  if (state === 'waiting') await releaseLine(ctx, webhookId, line, later(now, pauseMs(delivery.attempts + 1, chance())));
  else if (await firstOf(ctx, webhookId, line)) await releaseLine(ctx, webhookId, line, now);
  else await removeLine(ctx, webhookId, line);
  await noteHealth(ctx, webhook, meaning);
}

async function noteHealth(ctx: Tx, webhook: WebhookRow, meaning: ReturnType<typeof meaningOf>): Promise<void> {
  const now = ctx.now();
  if (meaning === 'delivered') {
    await saveWebhook(ctx, webhook.id, { failures: 0, failing_since: null, retry_at: null, last_delivered_at: now });
    // Others waited only because the receiver was away.
    if (wasAway(webhook.failures)) await hurryLines(ctx, webhook.id, now);
  } else {
    const failures = meaning === 'away' ? webhook.failures + 1 : 0;
    const rest = restMs(failures);
    await saveWebhook(ctx, webhook.id, {
      failures,
      failing_since: webhook.failing_since ?? now,
      retry_at: rest > 0 ? later(now, rest) : null,
    });
  }
  const isNews = (webhook.failing_since === null) !== (meaning === 'delivered');
  if (isNews) await ctx.publish(webhookChanged, { record: webhookView(await getWebhook(ctx, webhook.id)) });
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
