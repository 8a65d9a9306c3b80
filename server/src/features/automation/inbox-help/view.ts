import type { InboxHelpOffer, InboxHelpSettings } from '@balcao/contract/inbox-help';
import { type HelpTask, helpDefaults, helpTasks } from '@balcao/contract/inbox-help-rules';
import { secretMask } from '@balcao/contract/prompt-rules';
import type { HelpRow } from './store/settings.ts';

/** What may be asked for by what is stored; null: nobody has set it up. */
export function settingsView(row: HelpRow | null): InboxHelpSettings {
  return {
    enabled: row?.enabled ?? false,
    tasks: row ? tasksOf(row) : [...helpTasks],
    apiKey: row?.api_key ? secretMask : '',
    baseUrl: row?.base_url ?? '',
    model: row?.model ?? helpDefaults.model,
    transcriptionModel: row?.transcription_model ?? helpDefaults.transcriptionModel,
    updatedAt: (row?.updated_at ?? new Date(0)).toISOString(),
  };
}

/** `address`: of a provider, as people are shown it. */
export function offerOf(row: HelpRow | null, address: (baseUrl: string | null) => string): InboxHelpOffer {
  const { model, transcriptionModel } = settingsView(row);
  const { host } = new URL(address(row?.base_url ?? null));
  return { tasks: row?.enabled && row.api_key ? tasksOf(row) : [], provider: host, model, transcriptionModel };
}

function tasksOf(row: HelpRow): HelpTask[] {
  return helpTasks.filter((task) => row.tasks.includes(task));
}
