import type { InboxHelpSettings } from '@balcao/contract/inbox-help';
import type { HelpTask } from '@balcao/contract/inbox-help-rules';
import { needsKeyAgain } from '@balcao/contract/prompt-rules';
import { t } from '../../../platform/i18n.ts';

export type InboxHelpValues = {
  enabled: boolean;
  tasks: HelpTask[];
  /** Empty keeps the stored one. */
  apiKey: string;
  /** A key is stored, for this address; null: none is. */
  keyOf: string | null;
  baseUrl: string;
  model: string;
  transcriptionModel: string;
};

export function inboxHelpValues(settings: InboxHelpSettings): InboxHelpValues {
  const { enabled, tasks, baseUrl, model, transcriptionModel } = settings;
  return { enabled, tasks, apiKey: '', keyOf: settings.apiKey === '' ? null : baseUrl, baseUrl, model, transcriptionModel };
}

/** The validation rules of the form. */
export function inboxHelpRules() {
  const filled = (text: string) => (text.trim() === '' ? t('Obrigatório') : null);
  return {
    tasks: (tasks: HelpTask[], { enabled }: InboxHelpValues) => (enabled && tasks.length === 0 ? t('Escolha ao menos uma ajuda') : null),
    apiKey: (apiKey: string, { enabled, keyOf, baseUrl }: InboxHelpValues) => {
      if (apiKey.trim() !== '') return null;
      if (keyOf === null) return enabled ? t('Obrigatório') : null;
      return needsKeyAgain(addressOf(keyOf), addressOf(baseUrl)) ? t('Informe a chave de novo para este endereço.') : null;
    },
    baseUrl: (baseUrl: string) =>
      baseUrl.trim() === '' || addressOf(baseUrl) !== null ? null : t('Escreva o endereço inteiro, com https://'),
    model: filled,
    transcriptionModel: filled,
  };
}

function addressOf(text: string): string | null {
  const typed = text.trim();
  return URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol) ? typed : null;
}

/** The form as a request body. */
export function inboxHelpBody({ enabled, tasks, apiKey, baseUrl, model, transcriptionModel }: InboxHelpValues) {
  return {
    ...{ enabled, tasks, apiKey: apiKey.trim(), baseUrl: baseUrl.trim() },
    ...{ model: model.trim(), transcriptionModel: transcriptionModel.trim() },
  };
}
