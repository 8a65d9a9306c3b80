import { defaults } from '@balcao/contract/prompt-rules';
import type { PromptView } from '@balcao/contract/prompts';
import { t } from '../../../platform/i18n.ts';
import { filled, type ProviderValues, providerRules } from '../../../ui/fields/provider-form.ts';

export type PromptValues = ProviderValues & {
  name: string;
  prompt: string;
  maxTokens: number | '';
  temperature: number | '';
  queueId: string | null;
  maxMessages: number | '';
  voice: string;
  voiceModel: string;
};

/** The form of a new or existing prompt. */
export function promptValues(prompt: PromptView | null): PromptValues {
  return {
    name: prompt?.name ?? '',
    prompt: prompt?.prompt ?? '',
    model: prompt?.model ?? defaults.model,
    maxTokens: prompt?.maxTokens ?? defaults.maxTokens,
    temperature: prompt?.temperature ?? defaults.temperature,
    apiKey: '',
    keyOf: prompt?.baseUrl ?? null,
    baseUrl: prompt?.baseUrl ?? '',
    queueId: prompt?.queueId ? String(prompt.queueId) : null,
    maxMessages: prompt?.maxMessages ?? defaults.maxMessages,
    voice: prompt?.voice ?? defaults.voice,
    voiceModel: prompt?.voiceModel ?? defaults.voiceModel,
    transcriptionModel: prompt?.transcriptionModel ?? defaults.transcriptionModel,
  };
}

/** The validation rules of the form. */
export function promptRules() {
  const between = (min: number, max: number) => (value: number | '') => {
    if (value === '') return t('Obrigatório');
    return value < min || value > max ? t('Entre {{min}} e {{max}}.', { min, max }) : null;
  };
  return {
    ...providerRules<PromptValues>(() => true),
    name: (name: string) => {
      const { length } = name.trim();
      if (length === 0) return t('Obrigatório');
      if (length < 5) return t('Muito curto!');
      return length > 100 ? t('Muito longo!') : null;
    },
    prompt: (prompt: string) => (prompt.trim().length < 50 ? t('Descreva o treinamento para Inteligência Artificial') : null),
    maxTokens: between(1, 100_000),
    temperature: between(0, 1),
    maxMessages: between(0, 100),
    queueId: (queueId: string | null) => (queueId === null ? t('Informe o setor') : null),
    voice: filled,
    voiceModel: filled,
  };
}

/** The form as a request body. */
export function promptBody(values: PromptValues) {
  return {
    name: values.name.trim(),
    prompt: values.prompt,
    model: values.model.trim(),
    maxTokens: Number(values.maxTokens),
    temperature: Number(values.temperature),
    apiKey: values.apiKey.trim(),
    baseUrl: values.baseUrl.trim(),
    queueId: Number(values.queueId),
    maxMessages: Number(values.maxMessages),
    voice: values.voice.trim(),
    voiceModel: values.voiceModel.trim(),
    transcriptionModel: values.transcriptionModel.trim(),
  };
}
