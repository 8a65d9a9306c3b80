// Taking over the contacts of the list, when a campaign begins: in lots, each a job with one short transaction.
import type { HaltReason } from '@balcao/contract/campaign-rules';
import { usedVariants } from '@balcao/contract/campaign-rules';
import { z } from 'zod';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { faultPoint } from '../../../../platform/faults.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { findConnection } from '../../../company/connections/reads.ts';
import { showContactList } from '../../contact-lists/reads.ts';
import { standingOf } from '../../templates/reads.ts';
import { numbersAwaitedMs, recheckMs } from '../rules.ts';
import { lockCampaign, saveCampaign } from '../store/campaigns.ts';
import { planItems } from '../store/shippings.ts';
import { announceCampaign, announceSoon } from './announce.ts';
import type { Locked } from './dispatch.ts';
import { finishIfDone } from './finish.ts';
import { runSoon, saveHalt } from './run.ts';
import { stop } from './stop.ts';

const itemsAtOnce = 5_000;

export const startJob = defineJob({
  name: 'campaigns.start',
  lane: 'bulk',
  payload: z.object({ campaignId: z.number() }),
  run: (ctx, { campaignId }) => startCampaign(ctx, campaignId),
});

export const planJob = defineJob({
  name: 'campaigns.plan',
  lane: 'bulk',
  payload: z.object({ campaignId: z.number() }),
  run: (ctx, { campaignId }) => planCampaign(ctx, campaignId),
});

/** Starts a scheduled campaign at its time. */
export async function startAt(ctx: Tx, campaignId: number, at: Date): Promise<void> {
  await ctx.enqueue(startJob, { campaignId }, at > ctx.now() ? { key: String(campaignId), runAt: at } : {});
}

/** Goes on with a running campaign: takes over its list, then sends. */
export async function planSoon(ctx: Tx, campaignId: number, inMs = 0): Promise<void> {
  await ctx.enqueue(planJob, { campaignId }, { queue: `campaign:${campaignId}`, inMs });
}

/** Starts a scheduled campaign whose time has come. Cancels it, with the reason, if something is lacking. */
export function startCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    const now = ctx.now();
    if (campaign?.status !== 'PROGRAMADA' || !campaign.scheduled_at || campaign.scheduled_at > now) return;
    const lacking = await lackingFor(ctx, campaign);
    if (lacking) return stop(ctx, campaign, lacking);
    await saveCampaign(ctx, campaignId, { status: 'EM_ANDAMENTO', started_at: campaign.started_at ?? now, updated_at: now });
    await planSoon(ctx, campaignId);
    await announceCampaign(ctx, campaignId);
  });
}

/** What a campaign needs before it can send anything. */
export async function lackingFor(ctx: Tx, campaign: Locked): Promise<HaltReason | null> {
  if (campaign.connection_id === null || !(await findConnection(ctx, campaign.connection_id))) return 'connection_missing';
  if (campaign.contact_list_id === null && campaign.planned_at === null) return 'list_missing';
  const hasText = usedVariants(campaign.messages).length > 0 || campaign.media_key !== null || campaign.file_list_id !== null;
  // The template that asks for confirmation needs something to follow it.
  if (!hasText && (campaign.template === null || campaign.confirmation)) return 'no_message';
  if (campaign.template === null) return null;
  return (await standingOf(ctx, campaign.connection_id, campaign.template)) === 'refused' ? 'template_refused' : null;
}

/** Takes over the next contacts of the list, and lets the campaign send once it has all. */
export function planCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.connection_id === null) return;
    if (campaign.planned_at !== null) return runSoon(ctx, campaign.connection_id);
    if (campaign.contact_list_id === null) return stop(ctx, campaign, 'list_missing');
    const now = ctx.now();
    if (campaign.planned_item_id === 0 && (await isSettling(ctx, campaign.contact_list_id))) {
      const until = new Date((campaign.started_at ?? now).getTime() + numbersAwaitedMs);
      if (until > now) {
        await saveHalt(ctx, campaign, { reason: 'checking_numbers', until });
        return planSoon(ctx, campaignId, recheckMs.numbers);
      }
    }
    await saveHalt(ctx, campaign, null);
    const { contact_list_id: listId, planned_item_id: after } = campaign;
    const lot = await planItems(ctx, { campaignId, listId, after, limit: itemsAtOnce, now });
    const planned = { planned: campaign.planned + (lot?.read ?? 0), planned_valid: campaign.planned_valid + (lot?.valid ?? 0) };
    await announceSoon(ctx, campaignId);
    faultPoint('campaigns.plan');
    if (lot && lot.read === itemsAtOnce) {
      await saveCampaign(ctx, campaignId, { ...planned, planned_item_id: lot.last });
      return planSoon(ctx, campaignId);
    }
    await saveCampaign(ctx, campaignId, { ...planned, planned_item_id: lot?.last ?? after, planned_at: now });
    await runSoon(ctx, campaign.connection_id);
    await finishIfDone(ctx, { ...campaign, planned_at: now });
  });
}

/** Does the list still look up numbers, or fill itself? A list that is gone does not. */
async function isSettling(ctx: Tx, listId: number): Promise<boolean> {
  try {
    const { syncing, uncheckedCount } = await showContactList(ctx, listId);
    return syncing || uncheckedCount > 0;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_CONTACTLIST_FOUND') return false;
    throw error;
  }
}
