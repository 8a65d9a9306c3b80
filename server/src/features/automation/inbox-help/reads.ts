import type { InboxHelpOffer, InboxHelpSettings } from '@balcao/contract/inbox-help';
import type { Ctx, Outside } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { findHelp } from './store/settings.ts';
import { offerOf, settingsView } from './view.ts';

/** With what the language model helps people; nothing while it is off. */
export function showInboxHelp(ctx: Outside): Promise<InboxHelpOffer> {
  return reading(ctx, async (reader) => offerOf(await findHelp(reader), ctx.gateways.models.address));
}

export function showInboxHelpSettings(ctx: Ctx): Promise<InboxHelpSettings> {
  return reading(ctx, async (ctx) => settingsView(await findHelp(ctx)));
}
