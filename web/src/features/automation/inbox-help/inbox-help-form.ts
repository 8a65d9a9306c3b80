import type { InboxHelpSettings } from '@balcao/contract/inbox-help';
import type { HelpTask } from '@balcao/contract/inbox-help-rules';
import { t } from '../../../platform/i18n.ts';
import { type ProviderValues, providerRules } from '../../../ui/fields/provider-form.ts';

export type InboxHelpValues = ProviderValues & { enabled: boolean; tasks: HelpTask[] };

/** What the form starts with: switched on, for whoever opens it while it is off wants to switch it on. */
export function inboxHelpValues(settings: InboxHelpSettings): InboxHelpValues {
  const { tasks, baseUrl, model, transcriptionModel } = settings;
  return { enabled: true, tasks, apiKey: '', keyOf: settings.apiKey === '' ? null : baseUrl, baseUrl, model, transcriptionModel };
}

/** The validation rules of the form. */
export function inboxHelpRules() {
  return {
    ...providerRules<InboxHelpValues>(({ enabled }) => enabled),
    tasks: (tasks: HelpTask[], { enabled }: InboxHelpValues) => (enabled && tasks.length === 0 ? t('Escolha ao menos uma ajuda') : null),
  };
}

/** The form as a request body. */
export function inboxHelpBody({ enabled, tasks, apiKey, baseUrl, model, transcriptionModel }: InboxHelpValues) {
  return {
    ...{ enabled, tasks, apiKey: apiKey.trim(), baseUrl: baseUrl.trim() },
    ...{ model: model.trim(), transcriptionModel: transcriptionModel.trim() },
  };
}
