import type { HaltReason } from '@balcao/contract/campaign-rules';
import type { Tx } from '../../../../platform/context.ts';
import { saveCampaign } from '../store/campaigns.ts';
import { announceCampaign } from './announce.ts';
import type { Locked } from './dispatch.ts';

/** The product cancels a locked campaign; a person may mend it and let it go on. */
export async function stop(ctx: Tx, campaign: Locked, reason: HaltReason): Promise<void> {
  await saveCampaign(ctx, campaign.id, { status: 'CANCELADA', halt: reason, halted_until: null, updated_at: ctx.now() });
  await announceCampaign(ctx, campaign.id);
}
