import { defaults, needsKeyAgain } from '@balcao/contract/prompt-rules';
import type { PromptView } from '@balcao/contract/prompts';
import { t } from '../../../platform/i18n.ts';

export type PromptValues = {
  name: string;
  prompt: string;
  model: string;
  maxTokens: number | '';
  temperature: number | '';
  /** Empty keeps the stored one. */
  apiKey: string;
  /** A key is stored, for this address; null for a new prompt. */
  keyOf: string | null;
  baseUrl: string;
  queueId: string | null;
  maxMessages: number | '';
  voice: string;
  voiceModel: string;
  transcriptionModel: string;
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
  const filled = (text: string) => (text.trim() === '' ? t('Obrigatório') : null);
  return {
    name: (name: string) => {
      const { length } = name.trim();
      if (length === 0) return t('Obrigatório');
      if (length < 5) return t('Muito curto!');
      return length > 100 ? t('Muito longo!') : null;
    },
    prompt: (prompt: string) => (prompt.trim().length < 50 ? t('Descreva o treinamento para Inteligência Artificial') : null),
    model: filled,
    maxTokens: between(1, 100_000),
    temperature: between(0, 1),
    maxMessages: between(0, 100),
    baseUrl: (baseUrl: string) => (baseUrl.trim() === '' || isAddress(baseUrl) ? null : t('Escreva o endereço inteiro, com https://')),
    apiKey: (apiKey: string, values: PromptValues) => {
      if (apiKey.trim() !== '') return null;
      if (values.keyOf === null) return t('Obrigatório');
      return isElsewhere(values) ? t('Informe a chave de novo para este endereço.') : null;
    },
    queueId: (queueId: string | null) => (queueId === null ? t('Informe o setor') : null),
    voice: filled,
    voiceModel: filled,
    transcriptionModel: filled,
  };
}

function isElsewhere({ keyOf, baseUrl }: PromptValues): boolean {
  const plain = (text: string | null) => (text && isAddress(text) ? text.trim() : null);
  return needsKeyAgain(plain(keyOf), plain(baseUrl));
}

function isAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);
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
