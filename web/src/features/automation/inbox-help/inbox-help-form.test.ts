import { expect, test } from 'vitest';
import { inboxHelpBody, inboxHelpRules, inboxHelpValues } from './inbox-help-form.ts';

const stored = {
  enabled: true,
  tasks: ['reply' as const],
  apiKey: '••••',
  baseUrl: '',
  model: 'm',
  transcriptionModel: 't',
  updatedAt: '',
};
const rules = inboxHelpRules();

test('a key is needed to switch it on, and again for another server', () => {
  const none = inboxHelpValues({ ...stored, enabled: false, apiKey: '' });
  expect(rules.apiKey('', none)).toBe('Obrigatório');
  expect(rules.apiKey('', { ...none, enabled: false })).toBeNull();
  const values = inboxHelpValues(stored);
  expect(rules.apiKey('', values)).toBeNull();
  expect(rules.apiKey('', { ...values, baseUrl: 'https://outro.example/v1' })).toBe('Informe a chave de novo para este endereço.');
  expect(rules.apiKey('sk-nova', { ...values, baseUrl: 'https://outro.example/v1' })).toBeNull();
});

test('switched on, it helps with something; the stored key is not sent back', () => {
  const values = inboxHelpValues(stored);
  expect(rules.tasks([], values)).toBe('Escolha ao menos uma ajuda');
  expect(rules.baseUrl('outro.example')).not.toBeNull();
  expect(inboxHelpBody(values)).toMatchObject({ apiKey: '', tasks: ['reply'] });
});
