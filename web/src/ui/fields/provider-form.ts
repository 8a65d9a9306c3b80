import { needsKeyAgain } from '@balcao/contract/prompt-rules';
import { t } from '../../platform/i18n.ts';

/** What a form says of a provider of AI. */
export type ProviderValues = {
  /** Empty keeps the stored one. */
  apiKey: string;
  /** A key is stored, for this address; null: none is. */
  keyOf: string | null;
  baseUrl: string;
  model: string;
  transcriptionModel: string;
};

/** The validation rules of these fields. A stored key goes to no other address. `required`: is there to be a key? */
export function providerRules<Values extends ProviderValues>(required: (values: Values) => boolean) {
  return {
    apiKey: (apiKey: string, values: Values) => {
      if (apiKey.trim() !== '') return null;
      if (values.keyOf === null) return required(values) ? t('Obrigatório') : null;
      return needsKeyAgain(addressOf(values.keyOf), addressOf(values.baseUrl)) ? t('Informe a chave de novo para este endereço.') : null;
    },
    baseUrl: (baseUrl: string) =>
      baseUrl.trim() === '' || addressOf(baseUrl) !== null ? null : t('Escreva o endereço inteiro, com https://'),
    model: filled,
    transcriptionModel: filled,
  };
}

export function filled(text: string): string | null {
  return text.trim() === '' ? t('Obrigatório') : null;
}

function addressOf(text: string): string | null {
  const typed = text.trim();
  return URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol) ? typed : null;
}
