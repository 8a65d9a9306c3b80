import type { Tx } from '../../../../platform/context.ts';
import { saveCampaignAt } from '../store/contacts.ts';

/** Notes when a campaign wrote to contacts; null: they have answered. Nobody is told. */
export async function noteCampaign(ctx: Tx, contactIds: readonly number[], at: Date | null): Promise<void> {
  if (contactIds.length > 0) await saveCampaignAt(ctx, contactIds, at);
}
