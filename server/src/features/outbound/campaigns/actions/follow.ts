// What becomes of the messages of campaigns, and what people answer.

import { storableText } from '@balcao/contract/storable-text';
import { z } from 'zod';
import { chance } from '../../../../platform/clock.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { findConnection } from '../../../company/connections/reads.ts';
import { noteCampaign } from '../../../desk/contacts/actions/note-campaign.ts';
import { findMessageState } from '../../../desk/messages/reads.ts';
import { campaignSettings } from '../reads.ts';
import { confirmationAwaitedMs, confirmedPauseMs, replyCountsMs, stateAfter } from '../rules.ts';
import { lockCampaign } from '../store/campaigns.ts';
import { lockShipping, type ShippingRow, saveShipping, shippingOfMessage, unansweredOf } from '../store/shippings.ts';
import { announceSoon } from './announce.ts';
import { type Locked, sendTo } from './dispatch.ts';
import { finishIfDone } from './finish.ts';

const replyShown = 200;

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

/** Notes how far the last message to a contact of a campaign has come. */
export function followMessage(ctx: Ctx, messageId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const found = await shippingOfMessage(ctx, messageId);
    if (!found) return;
    await withShipping(ctx, found.campaign_id, found.id, async (campaign, shipping) => {
      const message = await findMessageState(ctx, messageId);
      const reached = stateAfter(message?.state ?? 'failed');
      const isQuestion = shipping.state === 'asking';
      if (shipping.message_id !== messageId || reached === null || shipping.state === reached) return;
      if (!isQuestion && !['queued', 'sent', 'delivered', 'read', 'failed'].includes(shipping.state)) return;
      if (isQuestion && reached !== 'failed') return;
      const failed = reached === 'failed';
      await saveShipping(ctx, shipping, {
        state: reached,
        reason: failed ? (message?.fail_reason ?? 'deleted') : null,
        delivered_at: failed ? null : (shipping.delivered_at ?? ctx.now()),
      });
      await finishIfDone(ctx, campaign);
    });
  });
}

/** A customer wrote. If a campaign wrote to them last, that is the answer to it. */
export async function hear(ctx: Tx, { contactId, messageId }: { contactId: number; messageId: number }): Promise<void> {
  const since = new Date(ctx.now().getTime() - replyCountsMs);
  const found = await unansweredOf(ctx, contactId, since);
  await noteCampaign(ctx, contactId, null);
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
        if (shipping.confirmed_at || campaign.status !== 'EM_ANDAMENTO') return;
        const pause = Math.round(chance() * confirmedPauseMs);
        await saveShipping(ctx, shipping, { confirmed_at: now, due_at: new Date(now.getTime() + pause) });
        await ctx.enqueue(confirmedJob, { campaignId, shippingId }, { inMs: pause });
        return;
      }
      if (shipping.replied_at) return;
      await saveShipping(ctx, shipping, { replied_at: now, reply: storableText(said.body, replyShown) });
    }),
  );
}

/** The customer has confirmed: they get the text. */
function sendConfirmed(ctx: Ctx, campaignId: number, shippingId: number): Promise<void> {
  return transaction(ctx, (ctx) =>
    withShipping(ctx, campaignId, shippingId, async (campaign, shipping) => {
      const connection = campaign.connection_id === null ? null : await findConnection(ctx, campaign.connection_id);
      if (campaign.status !== 'EM_ANDAMENTO' || shipping.state !== 'asking' || !shipping.confirmed_at || !connection) return;
      await sendTo(ctx, { campaign, connection, settings: await campaignSettings(ctx), shipping });
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
      await saveShipping(ctx, shipping, { state: 'skipped', reason: 'not_confirmed' });
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
