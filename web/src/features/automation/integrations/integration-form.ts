import {
  type IntegrationLanguage,
  type IntegrationType,
  integrationDefaults,
  integrationFault,
  integrationLimits,
  serviceAccountOf,
} from '@balcao/contract/integration-rules';
import type { IntegrationView } from '@balcao/contract/integrations';
import { t } from '../../../platform/i18n.ts';

export type IntegrationValues = {
  type: IntegrationType;
  name: string;
  projectName: string;
  /** Empty keeps the stored one. */
  jsonContent: string;
  /** A service account is stored. */
  hasJsonContent: boolean;
  urlN8N: string;
  language: IntegrationLanguage;
  typebotSlug: string;
  typebotExpires: number | '';
  typebotDelayMessage: number | '';
  typebotKeywordFinish: string;
  typebotKeywordRestart: string;
  typebotUnknownMessage: string;
  typebotRestartMessage: string;
};

/** The form of a new or existing integration. */
export function integrationValues(integration: IntegrationView | null): IntegrationValues {
  return {
    type: integration?.type ?? 'typebot',
    name: integration?.name ?? '',
    projectName: integration?.type === 'dialogflow' ? integration.projectName : '',
    jsonContent: '',
    hasJsonContent: integration?.hasJsonContent ?? false,
    urlN8N: integration?.urlN8N ?? '',
    language: integration?.language ?? integrationDefaults.language,
    typebotSlug: integration?.typebotSlug ?? '',
    typebotExpires: integration?.typebotExpires ?? integrationDefaults.typebotExpires,
    typebotDelayMessage: integration?.typebotDelayMessage ?? integrationDefaults.typebotDelayMessage,
    typebotKeywordFinish: integration?.typebotKeywordFinish ?? '',
    typebotKeywordRestart: integration?.typebotKeywordRestart ?? '',
    typebotUnknownMessage: integration?.typebotUnknownMessage ?? '',
    typebotRestartMessage: integration?.typebotRestartMessage ?? '',
  };
}

/** The validation rules of the form. */
export function integrationRules() {
  const lacks = (field: 'projectName' | 'urlN8N' | 'typebotSlug') => (_: string, values: IntegrationValues) => faultText(values, field);
  return {
    name: (name: string) => {
      const { length } = name.trim();
      if (length === 0) return t('Obrigatório');
      if (length < integrationLimits.name.min) return t('Muito curto!');
      return length > integrationLimits.name.max ? t('Muito longo!') : null;
    },
    projectName: lacks('projectName'),
    urlN8N: lacks('urlN8N'),
    typebotSlug: lacks('typebotSlug'),
    jsonContent: (json: string, values: IntegrationValues) => {
      if (values.type !== 'dialogflow') return null;
      if (json.trim() === '') return values.hasJsonContent ? null : t('Obrigatório');
      return serviceAccountOf(json) ? null : t('Cole o arquivo JSON da conta de serviço inteiro.');
    },
    typebotKeywordFinish: (word: string, values: IntegrationValues) =>
      word.trim() !== '' && word.trim().toLowerCase() === values.typebotKeywordRestart.trim().toLowerCase()
        ? t('As duas palavras precisam ser diferentes.')
        : null,
  };
}

function faultText(values: IntegrationValues, field: string): string | null {
  const fault = integrationFault({ ...values, hasJsonContent: values.hasJsonContent || values.jsonContent.trim() !== '' });
  if (fault?.field !== field) return null;
  if (fault.code === 'required') return t('Obrigatório');
  return field === 'urlN8N' ? t('Escreva o endereço inteiro, com https://') : t('Confira: letras, números e hífens.');
}

/** The form as a request body: what the type does not have is left as it is. */
export function integrationBody(values: IntegrationValues) {
  const { type, name } = values;
  const talk = {
    typebotKeywordFinish: values.typebotKeywordFinish.trim(),
    typebotKeywordRestart: values.typebotKeywordRestart.trim(),
    typebotRestartMessage: values.typebotRestartMessage,
    typebotUnknownMessage: values.typebotUnknownMessage,
    typebotDelayMessage: Number(values.typebotDelayMessage),
    typebotExpires: Number(values.typebotExpires),
  };
  return { type, name: name.trim(), ...talk, ...addressOf(values) };
}

/** What says where and as whom the integration is called. */
export function addressOf({ type, projectName, jsonContent, language, urlN8N, typebotSlug }: IntegrationValues) {
  if (type === 'dialogflow') return { projectName: projectName.trim(), language, ...(jsonContent.trim() ? { jsonContent } : {}) };
  return { urlN8N: urlN8N.trim(), ...(type === 'typebot' ? { typebotSlug: typebotSlug.trim() } : {}) };
}
