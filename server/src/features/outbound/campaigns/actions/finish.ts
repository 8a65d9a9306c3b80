import type { Tx } from '../../../../platform/context.ts';
import { saveCampaign } from '../store/campaigns.ts';
import { countInStates } from '../store/shippings.ts';
import { announceCampaign } from './announce.ts';
import type { Locked } from './dispatch.ts';

/** Ends a locked, running campaign if everybody of its list was sent to, or cannot be. */
export async function finishIfDone(ctx: Tx, campaign: Locked): Promise<void> {
  if (campaign.status !== 'EM_ANDAMENTO' || campaign.planned_at === null) return;
  if ((await countInStates(ctx, campaign.id, ['waiting', 'queued', 'asking'])) > 0) return;
  await saveCampaign(ctx, campaign.id, {
    status: 'FINALIZADA',
    completed_at: ctx.now(),
    halt: null,
    halted_until: null,
    updated_at: ctx.now(),
  });
  await announceCampaign(ctx, campaign.id);
}
