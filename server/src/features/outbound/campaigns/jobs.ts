import { asSystem, mintCompanyId, type PlatformCtx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { defineSweep } from '../../../platform/jobs/define.ts';
import { announceJob } from './actions/announce.ts';
import { answeredJob, confirmedJob, endAsking, followJob } from './actions/follow.ts';
import { planJob, planSoon, startCampaign, startJob } from './actions/plan.ts';
import { runJob, runSoon } from './actions/run.ts';
import { confirmationAwaitedMs } from './rules.ts';
import { campaignsToWake, dueCampaigns } from './store/campaigns.ts';
import { unconfirmed } from './store/shippings.ts';

const atOnce = 500;

/** Every minute: begins campaigns whose time has come, wakes those that may go on, and ends questions that nobody answered. */
const sweep = defineSweep({
  name: 'campaigns.sweep',
  due: (tx, { now }) => [
    dueCampaigns(tx, now(), 1),
    campaignsToWake(tx, now(), 1),
    unconfirmed(tx, new Date(now().getTime() - confirmationAwaitedMs), 1),
  ],
  async run(ctx: PlatformCtx) {
    const now = ctx.now();
    const { due, asleep, silent } = await platformTransaction(ctx, async (tx) => ({
      due: await dueCampaigns(tx, now, atOnce),
      asleep: await campaignsToWake(tx, now, atOnce),
      silent: await unconfirmed(tx, new Date(now.getTime() - confirmationAwaitedMs), atOnce),
    }));
    for (const { company_id, id } of due) await startCampaign(asSystem(ctx, mintCompanyId(company_id)), id);
    for (const { company_id, id, connection_id, planned } of asleep) {
      const inside = asSystem(ctx, mintCompanyId(company_id));
      await transaction(inside, (tx) => (planned && connection_id !== null ? runSoon(tx, connection_id) : planSoon(tx, id)));
    }
    for (const { company_id, campaign_id, id } of silent) await endAsking(asSystem(ctx, mintCompanyId(company_id)), campaign_id, id);
  },
});

export const campaignJobs = [startJob, planJob, runJob, followJob, answeredJob, confirmedJob, announceJob, sweep];
