import type { Tx } from '../../../../platform/context.ts';
import { saveContact } from '../store/contacts.ts';

/** Notes when a campaign wrote to the contact; null: they have answered. Nobody is told. */
export async function noteCampaign(ctx: Tx, contactId: number, at: Date | null): Promise<void> {
  await saveContact(ctx, contactId, { campaign_at: at });
}
