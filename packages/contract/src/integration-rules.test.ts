import { describe, expect, test } from 'vitest';
import { integrationFault, isKeyword, serviceAccountOf } from './integration-rules.ts';

const given = { type: 'webhook', projectName: '', hasJsonContent: false, urlN8N: '', typebotSlug: '' } as const;

describe('what an integration needs', () => {
  test.each([
    [
      { ...given, type: 'dialogflow' },
      { field: 'projectName', code: 'required' },
    ],
    [
      { ...given, type: 'dialogflow', projectName: 'a/../b', hasJsonContent: true },
      { field: 'projectName', code: 'invalid' },
    ],
    [
      { ...given, type: 'dialogflow', projectName: 'loja-1' },
      { field: 'jsonContent', code: 'required' },
    ],
    [{ ...given, type: 'dialogflow', projectName: 'loja-1', hasJsonContent: true }, null],
    [given, { field: 'urlN8N', code: 'required' }],
    [
      { ...given, type: 'n8n', urlN8N: 'n8n.example/webhook' },
      { field: 'urlN8N', code: 'invalid' },
    ],
    [
      { ...given, urlN8N: 'ftp://example.com' },
      { field: 'urlN8N', code: 'invalid' },
    ],
    [{ ...given, urlN8N: 'https://example.com/webhook/1' }, null],
    [
      { ...given, type: 'typebot', urlN8N: 'https://bot.example' },
      { field: 'typebotSlug', code: 'required' },
    ],
    [{ ...given, type: 'typebot', urlN8N: 'https://bot.example', typebotSlug: 'loja' }, null],
  ] as const)('%o: %o', (needs, fault) => {
    expect(integrationFault(needs)).toEqual(fault);
  });
});

test('a service account is JSON with an address and a private key', () => {
  const account = { client_email: 'bot@loja.iam.gserviceaccount.com', private_key: '-----BEGIN PRIVATE KEY-----\nx\n' };
  expect(serviceAccountOf(JSON.stringify({ ...account, type: 'service_account' }))).toEqual(account);
  for (const text of ['', 'null', '[]', '{', '"a"', '{"client_email":"a@b"}', JSON.stringify({ ...account, private_key: 'x' })])
    expect(serviceAccountOf(text)).toBeNull();
});

test('a keyword is the whole message, however it is spelled', () => {
  expect(isKeyword(' SAIR ', 'sair')).toBe(true);
  expect(isKeyword('quero sair', 'sair')).toBe(false);
  expect(isKeyword('', ' ')).toBe(false);
});
