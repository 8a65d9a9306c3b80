// What becomes of the messages of campaigns, and what people answer.

import { gapMs } from '@balcao/contract/campaign-rules';
import { storableText } from '@balcao/contract/storable-text';
import { z } from 'zod';
import { messageChanged } from '../../../../events/messages.ts';
import { chance } from '../../../../platform/chance.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { type Published, payloadsOf, type Recorder } from '../../../../platform/facts.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { findConnection } from '../../../company/connections/reads.ts';
import { keptSettingsOf } from '../../../company/settings/reads.ts';
import { noteCampaign } from '../../../desk/contacts/actions/note-campaign.ts';
import { findMessageState } from '../../../desk/messages/reads.ts';
import { campaignSettings } from '../reads.ts';
import { afterMessages, confirmationAwaitedMs, confirmedPauseMs, replyCountsMs } from '../rules.ts';
import { lockCampaign } from '../store/campaigns.ts';
import { addNews, campaignsInNews, takeNews } from '../store/news.ts';
import { confirmedOf, lockShipping, type ShippingRow, saveShippings, unansweredOf } from '../store/shippings.ts';
import { announceSoon } from './announce.ts';
import { type Locked, sendTo } from './dispatch.ts';
import { finishIfDone } from './finish.ts';
import { haltOf, runSoon } from './run.ts';

const replyShown = 200;
/** How often, in ms, it is noted how far messages have come, and of how many at once. */
const followEveryMs = 500;
const campaignsAtOnce = 50;
const messagesAtOnce = 1_000;

export const answeredJob = defineJob({
  name: 'campaigns.answered',
  lane: 'reactions',
  payload: z.object({ campaignId: z.number(), shippingId: z.number(), messageId: z.number() }),
  run: (ctx, { campaignId, shippingId, messageId }) => noteAnswer(ctx, campaignId, shippingId, messageId),
});

export const confirmedJob = defineJob({
  name: 'campaigns.confirmed',
  lane: 'bulk',
  payload: z.object({ campaignId: z.number(), shippingId: z.number() }),
  run: (ctx, { campaignId, shippingId }) => sendConfirmed(ctx, campaignId, shippingId),
});

export const followJob = defineJob({
  name: 'campaigns.follow',
  lane: 'reactions',
  payload: z.object({}),
  run: (ctx) => followMessages(ctx),
});

/**
 * Messages of campaigns have changed: that is noted at their contacts soon, together with others. Those that may have left an outbox let the
 * campaigns there go on.
 */
export const newsRecorder: Recorder = { facts: [messageChanged], record };

async function record(ctx: Tx, told: readonly Published[]): Promise<void> {
  const news = payloadsOf(told, messageChanged).filter(({ message }) => message.clientKey?.startsWith('campaign:'));
  if (news.length === 0) return;
  await addNews(
    ctx,
    news.map(({ message }) => Number(message.id)),
  );
  await followSoon(ctx);
  for (const { message, ticket } of news)
    if (ticket.whatsappId && (message.state === 'sent' || message.state === 'failed')) await runSoon(ctx, ticket.whatsappId);
}

async function followSoon(ctx: Tx): Promise<void> {
  const at = new Date((Math.floor(ctx.now().getTime() / followEveryMs) + 1) * followEveryMs);
  await ctx.enqueue(followJob, {}, { key: String(at.getTime()), queue: 'campaigns:follow', runAt: at });
}

/** Notes how far the messages to contacts of campaigns have come. */
export async function followMessages(ctx: Ctx): Promise<void> {
  const campaigns = await transaction(ctx, (ctx) => campaignsInNews(ctx, campaignsAtOnce));
  for (const campaignId of campaigns) await followCampaign(ctx, campaignId);
  if (campaigns.length === campaignsAtOnce) await transaction(ctx, followSoon);
}

function followCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    if (!campaign) return;
    const found = await takeNews(ctx, campaignId, messagesAtOnce);
    if (found.length === messagesAtOnce) await followSoon(ctx);
    const changes = found.flatMap(({ parts, ...shipping }) => {
      const change = afterMessages(shipping, parts, ctx.now());
      return change ? [{ id: shipping.id, change }] : [];
    });
    if (changes.length === 0) return;
    await saveShippings(ctx, campaignId, changes);
    await finishIfDone(ctx, campaign);
    await announceSoon(ctx, campaignId);
  });
}

/** A customer wrote. If a campaign wrote to them last, that is the answer to it. */
export async function hear(ctx: Tx, { contactId, messageId }: { contactId: number; messageId: number }): Promise<void> {
  const since = new Date(ctx.now().getTime() - replyCountsMs);
  const found = await unansweredOf(ctx, contactId, since);
  await noteCampaign(ctx, [contactId], null);
  // A job: here the conversation is locked, and the campaign has to be locked before it.
  if (found) await ctx.enqueue(answeredJob, { campaignId: found.campaign_id, shippingId: found.id, messageId });
}

function noteAnswer(ctx: Ctx, campaignId: number, shippingId: number, messageId: number): Promise<void> {
  return transaction(ctx, (ctx) =>
    withShipping(ctx, campaignId, shippingId, async (campaign, shipping) => {
      const said = await findMessageState(ctx, messageId);
      if (!said) return;
      const now = ctx.now();
      if (shipping.state === 'asking') {
        if (shipping.confirmed_at) return;
        const pause = Math.round(chance() * confirmedPauseMs);
        await saveShippings(ctx, campaignId, [{ id: shippingId, change: { confirmed_at: now, due_at: new Date(now.getTime() + pause) } }]);
        // While it is cancelled nobody gets the text; `goOnWithConfirmed` finds them.
        if (campaign.status === 'EM_ANDAMENTO') await ctx.enqueue(confirmedJob, { campaignId, shippingId }, { inMs: pause });
        return;
      }
      if (shipping.replied_at) return;
      await saveShippings(ctx, campaignId, [{ id: shippingId, change: { replied_at: now, reply: storableText(said.body, replyShown) } }]);
    }),
  );
}

/** The campaign goes on: who had confirmed when it was cancelled, or has meanwhile, gets the text, one after the other at the pace of campaigns. */
export async function goOnWithConfirmed(ctx: Tx, campaignId: number): Promise<void> {
  const settings = await campaignSettings(ctx);
  let inMs = 0;
  for (const [sent, shippingId] of (await confirmedOf(ctx, campaignId)).entries()) {
    await ctx.enqueue(confirmedJob, { campaignId, shippingId }, { inMs });
    inMs += gapMs(settings, sent + 1, 1, chance());
  }
}

/** The customer has confirmed: they get the text, once nothing holds back the number or the company. */
function sendConfirmed(ctx: Ctx, campaignId: number, shippingId: number): Promise<void> {
  return transaction(ctx, (ctx) =>
    withShipping(ctx, campaignId, shippingId, async (campaign, shipping) => {
      const connection = campaign.connection_id === null ? null : await findConnection(ctx, campaign.connection_id);
      if (campaign.status !== 'EM_ANDAMENTO' || shipping.state !== 'asking' || !shipping.confirmed_at || !connection) return;
      const halt = await haltOf(ctx, connection);
      if (halt) return ctx.enqueue(confirmedJob, { campaignId, shippingId }, { runAt: halt.until });
      const { timeZone } = await keptSettingsOf(ctx);
      await sendTo(ctx, { campaign, connection, settings: await campaignSettings(ctx), timeZone }, [shipping]);
      await finishIfDone(ctx, campaign);
    }),
  );
}

/** Nobody answered the question for confirmation. */
export function endAsking(ctx: Ctx, campaignId: number, shippingId: number): Promise<void> {
  return transaction(ctx, (ctx) =>
    withShipping(ctx, campaignId, shippingId, async (campaign, shipping) => {
      const asked = shipping.confirmation_requested_at;
      if (shipping.state !== 'asking' || shipping.confirmed_at || !asked || ctx.now().getTime() - asked.getTime() < confirmationAwaitedMs)
        return;
      await saveShippings(ctx, campaignId, [{ id: shippingId, change: { state: 'skipped', reason: 'not_confirmed' } }]);
      await finishIfDone(ctx, campaign);
    }),
  );
}

async function withShipping(
  ctx: Tx,
  campaignId: number,
  shippingId: number,
  work: (campaign: Locked, shipping: ShippingRow) => Promise<void>,
): Promise<void> {
  const campaign = await lockCampaign(ctx, campaignId);
  const shipping = campaign && (await lockShipping(ctx, shippingId));
  if (!campaign || !shipping) return;
  await work(campaign, shipping);
  await announceSoon(ctx, campaignId);
}
