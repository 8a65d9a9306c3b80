import type { PriceRow } from '@balcao/contract/campaign-cost-rules';
import { cancelCampaign as cancelRule, overruleMs, restartCampaign as restartRule, uniqueVariables } from '@balcao/contract/campaign-rules';
import type { CampaignView, campaignEndpoints } from '@balcao/contract/campaigns';
import type { Answer, Received } from '@balcao/contract/endpoint';
import { campaignSettingsSaved } from '../../../../events/campaigns.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must } from '../../../../platform/errors.ts';
import { audit } from '../../../company/system/actions.ts';
import { withdrawQueued } from '../../../desk/messages/actions/out/withdraw.ts';
import { campaignNow, campaignSettings } from '../reads.ts';
import { mayHaveArrived } from '../rules.ts';
import { lockCampaign, saveCampaign, unfinishedOn } from '../store/campaigns.ts';
import { listSettings, lockPace, savePace, saveSetting } from '../store/paces.ts';
import { lockInOutbox, saveShippings, tryFailedAgain } from '../store/shippings.ts';
import { settingKeys, settingViews } from '../view.ts';
import { announceCampaign } from './announce.ts';
import type { Locked } from './dispatch.ts';
import { mustLock } from './edit.ts';
import { goOnWithConfirmed } from './follow.ts';
import { lackingFor, planSoon } from './plan.ts';
import { runSoon } from './run.ts';
import { stop } from './stop.ts';

/** Stops a campaign before its next message; messages still in the outbox are taken back. ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_CANNOT_MOVE. */
export function cancelCampaign(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const campaign = await mustLock(ctx, id);
    const status = must(cancelRule(campaign.status));
    await saveCampaign(ctx, id, { status, halt: null, halted_until: null, updated_at: ctx.now() });
    await takeBack(ctx, campaign);
    await audit(ctx, { verb: 'campaign.cancelled', subject: String(id), details: { name: campaign.name } });
    await announceCampaign(ctx, id);
  });
}

/** What waits in the outbox goes back to those who wait: it will be sent anew, with keys of its own. */
async function takeBack(ctx: Tx, { id }: Locked): Promise<void> {
  const queued = await lockInOutbox(ctx, id);
  const withdrawn = await withdrawQueued(
    ctx,
    queued.map(({ parts }) => parts),
    'cancelled',
  );
  const changes = queued
    .filter((_, index) => withdrawn[index])
    .map((row) => ({
      id: row.id,
      change: {
        ...{ state: 'waiting' as const, message_id: null, attempts: row.attempts + 1 },
        ...(row.state === 'asking'
          ? { confirmation_message: null, confirmation_requested_at: null, confirmed_at: null, due_at: null }
          : // Of who got a part before, it stays noted what that said.
            { sent_at: null, ...(row.delivered_at === null && { variant: null, message: '' }) }),
      },
    }));
  await saveShippings(ctx, id, changes);
}

/**
 * A cancelled campaign goes on with those who were not sent to, and with those who have confirmed. ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_CANNOT_MOVE. If its connection, its list
 * or its text is lacking, it stays cancelled, with the reason.
 */
export function restartCampaign(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const campaign = await mustLock(ctx, id);
    const status = must(restartRule(campaign.status));
    await audit(ctx, { verb: 'campaign.restarted', subject: String(id), details: { name: campaign.name } });
    const lacking = await lackingFor(ctx, campaign);
    if (lacking) return stop(ctx, campaign, lacking);
    await goOn(ctx, campaign, status);
    await goOnWithConfirmed(ctx, id);
  });
}

/** Those that failed are sent to again, but for those where it may have arrived. ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_CANNOT_MOVE. */
export function retryFailed(ctx: Ctx, id: number): Promise<CampaignView> {
  return transaction(ctx, async (ctx) => {
    const campaign = await mustLock(ctx, id);
    if (campaign.status !== 'FINALIZADA' && campaign.status !== 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_CANNOT_MOVE');
    const lacking = await lackingFor(ctx, campaign);
    if (lacking === 'connection_missing') throw new AppError('ERR_NO_WAPP_FOUND');
    await tryFailedAgain(ctx, id, mayHaveArrived);
    await goOn(ctx, campaign, 'EM_ANDAMENTO');
    return campaignNow(ctx, id);
  });
}

async function goOn(ctx: Tx, campaign: Locked, status: Locked['status']): Promise<void> {
  const now = ctx.now();
  await saveCampaign(ctx, campaign.id, {
    status,
    started_at: campaign.started_at ?? now,
    completed_at: null,
    halt: null,
    halted_until: null,
    updated_at: now,
  });
  await planSoon(ctx, campaign.id);
  await announceCampaign(ctx, campaign.id);
}

/** Goes on for a day whatever the meter of the number says. Audited. ERR_NO_CAMPAIGN_FOUND. */
export function overruleHealth(ctx: Ctx, id: number): Promise<CampaignView> {
  return transaction(ctx, async (ctx) => {
    const campaign = await mustLock(ctx, id);
    const until = new Date(ctx.now().getTime() + overruleMs);
    const details = { name: campaign.name, halt: campaign.halt, until: until.toISOString() };
    await audit(ctx, { verb: 'campaign.healthOverruled', subject: String(id), details });
    await saveCampaign(ctx, id, { overruled_until: until, halt: null, halted_until: null, updated_at: ctx.now() });
    if (campaign.connection_id !== null && campaign.status === 'EM_ANDAMENTO') await runSoon(ctx, campaign.connection_id);
    await announceCampaign(ctx, id);
    return campaignNow(ctx, id);
  });
}

/** The connection is gone: its campaigns stop, with the reason. */
export function stopOnConnection(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    for (const { id } of await unfinishedOn(ctx, connectionId)) {
      const campaign = await lockCampaign(ctx, id);
      if (campaign?.status === 'EM_ANDAMENTO' || campaign?.status === 'PROGRAMADA') await stop(ctx, campaign, 'connection_missing');
    }
  });
}

/** Something about a number changed: look at its meter again, and let its campaigns go on if they may. */
export function lookAgain(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if ((await unfinishedOn(ctx, connectionId)).length === 0) return;
    await lockPace(ctx, connectionId);
    await savePace(ctx, connectionId, { judged_at: null });
    await runSoon(ctx, connectionId);
  });
}

/** Of several prices for one group the first stays. */
function uniqueRows(rows: readonly PriceRow[]): PriceRow[] {
  return rows.filter(({ group }, index) => rows.findIndex((each) => each.group === group) === index);
}

/** Saves what is given of the pace, the variables and the prices; the rest stays, or is the default. */
export function saveSettings(
  ctx: Ctx,
  given: Received<typeof campaignEndpoints.saveCampaignSettings>['body']['settings'],
): Promise<Answer<typeof campaignEndpoints.saveCampaignSettings>> {
  return transaction(ctx, async (ctx) => {
    const before = await campaignSettings(ctx);
    const { variables = before.variables, prices = before.prices, ...pace } = given;
    const settings = { ...before, ...pace, variables: uniqueVariables(variables), prices: { ...prices, rows: uniqueRows(prices.rows) } };
    for (const key of settingKeys) {
      await saveSetting(ctx, key, JSON.stringify(settings[key]), ctx.now());
    }
    const saved = settingViews(await listSettings(ctx));
    await ctx.publish(campaignSettingsSaved, { settings: saved });
    return saved;
  });
}
