import { expect, test } from 'vitest';
import { type PromptValues, promptBody, promptRules, promptValues } from './prompt-form.ts';

const rules = promptRules();
const filled: PromptValues = {
  ...promptValues(null),
  name: 'Atendente',
  prompt: 'Atenda os clientes da loja com cordialidade e sem prometer descontos.',
  apiKey: ' sk-1 ',
  queueId: '3',
};

test('a new one begins with the defaults, and is sent as numbers', () => {
  expect(promptBody(filled)).toEqual({
    name: 'Atendente',
    prompt: filled.prompt,
    model: 'gpt-3.5-turbo-1106',
    maxTokens: 100,
    temperature: 1,
    apiKey: 'sk-1',
    baseUrl: '',
    queueId: 3,
    maxMessages: 10,
    voice: 'texto',
    voiceModel: 'gpt-4o-mini-tts',
    transcriptionModel: 'whisper-1',
  });
});

test('no messages of the conversation are as good as some', () => {
  expect([rules.maxMessages(0), promptBody({ ...filled, maxMessages: 0, temperature: 0 })]).toMatchObject([
    null,
    { maxMessages: 0, temperature: 0 },
  ]);
});

test('what is missing or out of bounds is said at its field', () => {
  expect(rules.name('Bia')).toBe('Muito curto!');
  expect(rules.prompt(`curto${' '.repeat(60)}`)).toBe('Descreva o treinamento para Inteligência Artificial');
  expect(rules.temperature(1.1)).toBe('Entre 0 e 1.');
  expect(rules.temperature('')).toBe('Obrigatório');
  expect(rules.queueId(null)).toBe('Informe o setor');
  expect(rules.baseUrl('openrouter')).not.toBeNull();
  expect(rules.baseUrl('')).toBeNull();
});

test('the key stays as it is, unless it is new or would go to another server', () => {
  expect(rules.apiKey('', { ...filled, keyOf: null })).toBe('Obrigatório');
  const kept = { ...filled, keyOf: 'https://a.example/v1', baseUrl: 'https://a.example/v2' };
  expect(rules.apiKey('', kept)).toBeNull();
  expect(rules.apiKey('', { ...kept, baseUrl: 'https://b.example/v1' })).not.toBeNull();
  expect(rules.apiKey('', { ...kept, baseUrl: '' })).not.toBeNull();
});
