import { z } from 'zod';
import { campaignChanged } from '../../../../events/campaigns.ts';
import type { Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { campaignNow } from '../reads.ts';

const everyMs = 1_000;

export const announceJob = defineJob({
  name: 'campaigns.announce',
  lane: 'reactions',
  payload: z.object({ campaignId: z.number() }),
  run: (ctx, { campaignId }) => transaction(ctx, (ctx) => announceCampaign(ctx, campaignId).catch(ignoreIfGone)),
});

/** Tells the browsers how far a campaign has come, once a second at most, however much happens. */
export async function announceSoon(ctx: Tx, campaignId: number): Promise<void> {
  const at = new Date((Math.floor(ctx.now().getTime() / everyMs) + 1) * everyMs);
  await ctx.enqueue(announceJob, { campaignId }, { key: `${campaignId}:${at.getTime()}`, runAt: at });
}

/** Tells the browsers at the end of the transaction. */
export async function announceCampaign(ctx: Tx, campaignId: number): Promise<void> {
  await ctx.publish(campaignChanged, { record: await campaignNow(ctx, campaignId) });
}

function ignoreIfGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'ERR_NO_CAMPAIGN_FOUND') throw error;
}
