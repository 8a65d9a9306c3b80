// Sending. A number has one pace, which its campaigns share by taking turns. One transaction looks at the pace, claims the next contact,
// hands the message to the outbox and moves the pace on; after a crash it has happened, or it has not. Where the pace asks for no pause, it does
// so with a few contacts.
import { gapMs, type HaltReason, healthHalts, nextOpening, paceOfHealth } from '@balcao/contract/campaign-rules';
import { z } from 'zod';
import { chance } from '../../../../platform/chance.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { faultPoint } from '../../../../platform/faults.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { judgeNumber } from '../../../channels/connection-health/reads.ts';
import { keptCompany, mayWork } from '../../../company/companies/reads.ts';
import { type ConnectionRow, keptConnection } from '../../../company/connections/reads.ts';
import { keptSettingsOf } from '../../../company/settings/reads.ts';
import { standingOf } from '../../templates/reads.ts';
import { campaignSettings } from '../reads.ts';
import { type Halt, isOverruled, judgedMs, outboxMax, outboxRefill, recheckMs } from '../rules.ts';
import { lockCampaign, runningOn, saveCampaign } from '../store/campaigns.ts';
import { lockPace, noteProgress, type PaceRow, savePace } from '../store/paces.ts';
import { claimWaiting, inOutbox } from '../store/shippings.ts';
import { healthView } from '../view.ts';
import { announceSoon } from './announce.ts';
import { type Locked, type Sending, sendTo } from './dispatch.ts';
import { finishIfDone } from './finish.ts';
import { stop } from './stop.ts';

/** How many campaigns of a number one run looks at, and how many contacts it may skip. */
const campaignsAtOnce = 50;
const skippedAtOnce = 20;

export const runJob = defineJob({
  name: 'campaigns.run',
  lane: 'bulk',
  payload: z.object({ connectionId: z.number() }),
  run: (ctx, { connectionId }) => runCampaigns(ctx, connectionId),
});

/** Lets the campaigns of a number go on: now, or at a later time. */
export async function runSoon(ctx: Tx, connectionId: number, at?: Date): Promise<void> {
  const queue = `campaigns:${connectionId}`;
  if (at) await ctx.enqueue(runJob, { connectionId }, { key: `${connectionId}:later`, queue, runAt: at });
  else await ctx.enqueue(runJob, { connectionId }, { key: String(connectionId), queue });
}

/** Sends the next message of the campaigns of a number, if it is time, and adds the job for the one after it. */
export function runCampaigns(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const again = await runOnce(ctx, connectionId);
    faultPoint('campaigns.before-commit');
    if (again) await runSoon(ctx, connectionId, again > ctx.now() ? again : undefined);
  });
}

/** When to run again; null if nothing is left to send on this number. */
async function runOnce(ctx: Tx, connectionId: number): Promise<Date | null> {
  const running = await runningOn(ctx, connectionId, campaignsAtOnce);
  if (running.length === 0) return null;
  const now = ctx.now();
  const pace = await lockPace(ctx, connectionId);
  if (pace.next_at && pace.next_at > now) return pace.next_at;
  const waiting = await inOutbox(ctx, connectionId, outboxMax);
  const connection = await keptConnection(ctx, connectionId);
  const halt = await haltOf(ctx, connection);
  if (halt || !connection) return haltAll(ctx, running, halt ?? { reason: 'connection_missing', until: after(now, recheckMs.connection) });
  const room = outboxMax - waiting;
  if (room < outboxRefill) return after(now, recheckMs.outbox);
  const judged = await judgedPace(ctx, connectionId, pace);
  const settings = await campaignSettings(ctx);
  const { timeZone } = await keptSettingsOf(ctx);
  let next: Date | null = null;
  for (const { id } of running) {
    const campaign = await lockCampaign(ctx, id);
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.connection_id !== connectionId) continue;
    const standing = campaign.template && (await standingOf(ctx, connectionId, campaign.template));
    if (standing === 'refused') {
      await stop(ctx, campaign, 'template_refused');
      continue;
    }
    const held =
      standing === 'paused'
        ? { reason: 'template_paused' as const, until: after(now, recheckMs.template) }
        : await heldBack(ctx, campaign, judged);
    if (held) {
      await saveHalt(ctx, campaign, held);
      next = earlier(next, held.until);
      continue;
    }
    await saveHalt(ctx, campaign, null);
    await announceSoon(ctx, id);
    const slow = isOverruled(campaign, now) ? 1 : judged.slow;
    const again = await takeTurn(ctx, { campaign, connection, settings, timeZone }, { slow, room });
    if (again) return again;
  }
  return next;
}

/**
 * Sends to the next contacts of a campaign: `room` at most, and none after a pause. When the number may send again; null if nobody is left and
 * nothing was sent that asks for a pause.
 */
async function takeTurn(ctx: Tx, { campaign, ...sending }: Sending, { slow, room }: { slow: number; room: number }): Promise<Date | null> {
  const now = ctx.now();
  let [sent, skipped, at] = [0, 0, now];
  const goesOn = () => {
    at = after(now, gapMs(sending.settings, campaign.sent + ++sent, slow, chance()));
    return at <= now;
  };
  let isDone = false;
  while (!isDone && at <= now && sent < room && skipped < skippedAtOnce) {
    const waiting = await claimWaiting(ctx, campaign.id, room - sent);
    isDone = waiting.length === 0;
    const turn = { ...sending, campaign: { ...campaign, sent: campaign.sent + sent } };
    if (!isDone) skipped += await sendTo(ctx, turn, waiting, goesOn);
  }
  if (sent > 0) {
    await saveCampaign(ctx, campaign.id, { sent: campaign.sent + sent, turn_at: now });
    await noteProgress(ctx, campaign.id, now, sent);
    await savePace(ctx, sending.connection.id, { next_at: at });
  }
  if (isDone) await finishIfDone(ctx, campaign);
  return !isDone || at > now ? at : null;
}

/** What holds back all campaigns of a number, and until when at least. */
export async function haltOf(ctx: Tx, connection: ConnectionRow | null): Promise<Halt | null> {
  const now = ctx.now();
  if (!(await mayWork(ctx))) return { reason: 'subscription', until: after(now, recheckMs.plan) };
  const { plan } = await keptCompany(ctx);
  if (!plan?.useCampaigns || (await keptSettingsOf(ctx)).campaignsEnabled !== 'true')
    return { reason: 'plan', until: after(now, recheckMs.plan) };
  if (connection && connection.status !== 'CONNECTED') return { reason: 'connection_away', until: after(now, recheckMs.connection) };
  return null;
}

async function haltAll(ctx: Tx, running: readonly { id: number }[], halt: Halt): Promise<Date> {
  for (const { id } of running) {
    const campaign = await lockCampaign(ctx, id);
    if (campaign?.status === 'EM_ANDAMENTO') await saveHalt(ctx, campaign, halt);
  }
  return halt.until;
}

type Judged = { slow: number; pause: Halt | null };

/** What the health of the number means now; its meter is read once a minute. */
async function judgedPace(ctx: Tx, connectionId: number, pace: PaceRow): Promise<Judged> {
  const now = ctx.now();
  if (pace.judged_at && now.getTime() - pace.judged_at.getTime() < judgedMs) {
    const pause = pace.pause && pace.pause_until && pace.pause_until > now ? { reason: pace.pause, until: pace.pause_until } : null;
    return { slow: pace.slow, pause };
  }
  const health = await judgeNumber(ctx, connectionId);
  const { slow, pause } = paceOfHealth(health, now);
  await savePace(ctx, connectionId, {
    slow,
    pause: pause?.reason ?? null,
    pause_until: pause?.until ?? null,
    health: JSON.stringify(healthView(health)),
    judged_at: now,
  });
  return { slow, pause };
}

/** What holds back this campaign although others of the number may go on. */
async function heldBack(ctx: Tx, campaign: Locked, { pause }: Judged): Promise<Halt | null> {
  const now = ctx.now();
  if (pause && !isOverruled(campaign, now)) return pause;
  if (!campaign.only_open_hours) return null;
  const opens = nextOpening(await keptCompany(ctx), now, (await keptSettingsOf(ctx)).timeZone);
  return opens > now ? { reason: 'closed_hours', until: opens } : null;
}

/** Notes why a locked campaign does not go on, or that nothing holds it back, and tells the browsers if that is new. */
export async function saveHalt(ctx: Tx, campaign: Locked, halt: { reason: HaltReason; until: Date | null } | null): Promise<void> {
  const [reason, until] = [halt?.reason ?? null, halt?.until ?? null];
  if (campaign.halt === reason && campaign.halted_until?.getTime() === until?.getTime()) return;
  await saveCampaign(ctx, campaign.id, { halt: reason, halted_until: until });
  if (campaign.halt !== reason || (reason !== null && healthHalts.includes(reason))) await announceSoon(ctx, campaign.id);
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

function earlier(a: Date | null, b: Date): Date {
  return a && a < b ? a : b;
}
