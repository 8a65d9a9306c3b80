import { expect, test } from 'vitest';
import { type IntegrationValues, integrationBody, integrationRules, integrationValues } from './integration-form.ts';

const filled = (more: Partial<IntegrationValues>): IntegrationValues => ({ ...integrationValues(null), name: 'Robô', ...more });

function errorsOf(values: IntegrationValues): string[] {
  const rules = integrationRules();
  return (Object.keys(rules) as (keyof typeof rules)[]).filter((field) => rules[field](values[field] as string, values) !== null);
}

test.each([
  [filled({ type: 'typebot' }), ['urlN8N']],
  [filled({ type: 'typebot', urlN8N: 'https://bot.example' }), ['typebotSlug']],
  [filled({ type: 'typebot', urlN8N: 'https://bot.example', typebotSlug: 'loja' }), []],
  [filled({ type: 'n8n', urlN8N: 'n8n.example' }), ['urlN8N']],
  [filled({ type: 'dialogflow', projectName: 'loja', jsonContent: '{}' }), ['jsonContent']],
  [filled({ type: 'dialogflow', projectName: 'loja', hasJsonContent: true }), []],
  [filled({ type: 'webhook', urlN8N: 'https://a.example', name: 'R' }), ['name']],
  [
    filled({ type: 'webhook', urlN8N: 'https://a.example', typebotKeywordFinish: 'Fim', typebotKeywordRestart: 'fim' }),
    ['typebotKeywordFinish'],
  ],
])('what is missing is asked for: %#', (values, fields) => {
  expect(errorsOf(values)).toEqual(fields);
});

test('a body has what its type has, and keeps a stored service account', () => {
  const dialogflow = integrationBody(
    filled({ type: 'dialogflow', projectName: ' loja ', hasJsonContent: true, urlN8N: 'https://a.example' }),
  );
  expect(dialogflow).toMatchObject({ type: 'dialogflow', projectName: 'loja', language: 'pt-BR' });
  expect(dialogflow).not.toHaveProperty('jsonContent');
  expect(dialogflow).not.toHaveProperty('urlN8N');
  const typebot = integrationBody(filled({ urlN8N: ' https://b.example ', typebotSlug: ' loja ', typebotExpires: '' }));
  expect(typebot).toMatchObject({ urlN8N: 'https://b.example', typebotSlug: 'loja', typebotExpires: 0, typebotDelayMessage: 1000 });
});
