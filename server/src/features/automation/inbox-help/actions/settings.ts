import type { InboxHelpSettings } from '@balcao/contract/inbox-help';
import { type HelpTask, helpDefaults } from '@balcao/contract/inbox-help-rules';
import { keepsSecret, needsKeyAgain } from '@balcao/contract/prompt-rules';
import { inboxHelpChanged } from '../../../../events/inbox-help.ts';
import type { Outside } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { audit } from '../../../company/system/actions.ts';
import { lockHelp, saveHelp } from '../store/settings.ts';
import { offerOf, settingsView } from '../view.ts';

export type HelpInput = {
  enabled?: boolean | undefined;
  tasks?: HelpTask[] | undefined;
  apiKey?: string | undefined;
  baseUrl?: string | null | undefined;
  model?: string | undefined;
  transcriptionModel?: string | undefined;
};

/** Changes the given fields; an empty key, or its mask, keeps the key. ERR_API_KEY_REQUIRED without one, or for another server. */
export function updateInboxHelp(ctx: Outside, input: HelpInput): Promise<InboxHelpSettings> {
  const { address } = ctx.gateways.models;
  return transaction(ctx, async (ctx) => {
    const before = await lockHelp(ctx, { model: helpDefaults.model, transcription_model: helpDefaults.transcriptionModel });
    const { apiKey } = input;
    const keeps = apiKey === undefined || keepsSecret(apiKey);
    const baseUrl = input.baseUrl === undefined ? before.base_url : input.baseUrl;
    const enabled = input.enabled ?? before.enabled;
    const isMissing = before.api_key === null ? enabled : needsKeyAgain(before.base_url, baseUrl);
    if (keeps && isMissing) throw new AppError('ERR_API_KEY_REQUIRED');
    const elsewhere = baseUrl !== before.base_url || (input.model !== undefined && input.model !== before.model);
    const change = {
      enabled,
      ...(input.tasks ? { tasks: input.tasks } : {}),
      ...(keeps ? {} : { api_key: ctx.secrets.encrypt(apiKey.trim()) }),
      base_url: baseUrl,
      model: input.model ?? before.model,
      transcription_model: input.transcriptionModel ?? before.transcription_model,
      ...(elsewhere ? { long_tokens_field: false, no_temperature: false } : {}),
      updated_at: ctx.now(),
    };
    await saveHelp(ctx, change);
    const row = { ...before, ...change };
    await audit(ctx, {
      verb: 'inboxHelp.changed',
      subject: 'inbox',
      details: { enabled, tasks: row.tasks, ...(keeps ? {} : { key: true }) },
    });
    await ctx.publish(inboxHelpChanged, { offer: offerOf(row, address) });
    return settingsView(row);
  });
}
