import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeModels, fakeKey, startFakeModels, type Trouble } from '../../../test/fake-models.ts';
import { createHttp } from '../http/outside-call.ts';
import { createModels, type Models } from './models.ts';

let fake: FakeModels;
let models: Models;
const provider = { baseUrl: null, apiKey: fakeKey };
const plain = { longTokensField: false, noTemperature: false };
const request = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Oi' }], maxTokens: 100, temperature: 0.7 };
const chat = (more: Partial<typeof request> = {}, timeoutMs?: number) => models.chat(provider, { ...request, ...more }, plain, timeoutMs);

beforeAll(async () => {
  fake = await startFakeModels();
  models = createModels(createHttp({ allowPrivate: (origin) => origin === fake.origin }), fake.url);
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.asked.length = 0;
  fake.answers.length = 0;
});

test('a chat is asked as OpenAI wants it, and costs what it says', async () => {
  fake.answers.push('  Olá!  ');
  expect(await chat()).toEqual({ text: 'Olá!', usage: { promptTokens: 100, completionTokens: 20 }, dialect: plain });
  expect(fake.asked).toEqual([{ path: '/v1/chat/completions', body: { ...request, maxTokens: undefined, max_tokens: 100 } }]);
});

test('what no database stores is left out of an answer', async () => {
  fake.answers.push('Olá\0 \ud83d');
  expect((await chat()).text).toBe('Olá \ufffd');
});

test('a model that wants other fields is asked again with them, and what it wants is answered', async () => {
  const { dialect } = await chat({ model: 'reasoning' });
  expect(dialect).toEqual({ longTokensField: true, noTemperature: true });
  expect(fake.asked.map(({ body }) => ['max_tokens' in body, 'max_completion_tokens' in body, 'temperature' in body])).toEqual([
    [true, false, true],
    [false, true, true],
    [false, true, false],
  ]);
  fake.asked.length = 0;
  await models.chat(provider, { ...request, model: 'reasoning' }, dialect);
  expect(fake.asked).toHaveLength(1);
});

describe('what goes wrong has a reason, and is worth another try or not', () => {
  test.each<[string, Trouble, string, boolean]>([
    ['a spent account', { status: 429, code: 'insufficient_quota' }, 'quota', false],
    ['too many requests', { status: 429, code: 'rate_limit_exceeded' }, 'busy', true],
    ['a model that is gone', { status: 404, code: 'model_not_found' }, 'model', false],
    ['a conversation that is too long', { status: 400, code: 'context_length_exceeded' }, 'length', false],
    ['another refusal', { status: 400, code: 'content_policy' }, 'refused', false],
    ['a provider that fails', { status: 500 }, 'provider', true],
    ['a redirect to a private address', { redirect: 'http://10.0.0.1/latest' }, 'address', false],
    ['garbage', 'garbage', 'answer', true],
    ['10 MB', 'huge', 'answer', false],
    ['no text', 'empty', 'empty', false],
  ])('%s', async (_what, trouble, reason, again) => {
    fake.answers.push(trouble);
    await expect(chat()).rejects.toMatchObject({ reason, again });
    expect(fake.asked).toHaveLength(1);
  });

  test('a wrong key, also one that was pasted with quotes', async () => {
    for (const apiKey of ['sk-wrong', '“sk-wrong”', 'sk-\nwrong'])
      await expect(models.chat({ ...provider, apiKey }, request, plain)).rejects.toMatchObject({ reason: 'key', again: false });
  });

  test('silence', async () => {
    fake.answers.push('silence');
    await expect(chat({}, 60)).rejects.toMatchObject({ reason: 'timeout', again: true });
  });

  test('an address in our own network, unless it is the one of the installation', async () => {
    const own = createModels(createHttp(), 'https://api.openai.com/v1');
    await expect(own.chat({ ...provider, baseUrl: fake.url }, request, plain)).rejects.toMatchObject({ reason: 'address' });
    expect(fake.asked).toEqual([]);
  });
});

test('a voice message is sent as a file', async () => {
  const bytes = Buffer.from('OggS voz');
  const audio = { model: 'whisper-1', bytes, mime: 'audio/ogg', filename: 'voz.ogg' };
  expect(await models.transcribe(provider, audio)).toEqual({ text: 'Qual é o horário?', usage: { promptTokens: 30, completionTokens: 5 } });
  expect(fake.asked).toEqual([{ path: '/v1/audio/transcriptions', body: { model: 'whisper-1' }, file: { name: 'voz.ogg', bytes } }]);
});
