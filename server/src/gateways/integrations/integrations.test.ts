import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeDialogflow, startDialogflow } from '../../../test/fake-bots/dialogflow.ts';
import { type FakeTypebot, startTypebot } from '../../../test/fake-bots/typebot.ts';
import { type FakeWorkflow, startWorkflow } from '../../../test/fake-bots/workflow.ts';
import { createHttp } from '../http/outside-call.ts';
import { createIntegrations, type Integrations } from './integrations.ts';
import type { BotAnswer } from './port.ts';

let typebot: FakeTypebot;
let older: FakeTypebot;
let dialogflow: FakeDialogflow;
let workflow: FakeWorkflow;
let bots: Integrations;

beforeAll(async () => {
  [typebot, older, dialogflow, workflow] = await Promise.all([
    startTypebot(),
    startTypebot({ older: true }),
    startDialogflow(),
    startWorkflow(),
  ]);
  bots = createIntegrations(
    createHttp({ allowPrivate: (origin) => [typebot, older, workflow].some(({ url }) => url === origin) }),
    dialogflow.url,
  );
});
afterAll(() => Promise.all([typebot, older, dialogflow, workflow].map((each) => each.close())));
beforeEach(() => {
  for (const each of [typebot, older, dialogflow, workflow]) each.asked.length = 0;
  workflow.secret = 'segredo';
});

const texts = ({ bubbles }: BotAnswer) => bubbles.map((bubble) => (bubble.type === 'text' ? bubble.text : bubble.url));

describe('n8n and webhooks', () => {
  const body = JSON.stringify({ id: 'e1', chatInput: 'oi' });
  const call = (more: object = {}) => bots.webhook({ url: workflow.url, secret: 'segredo', eventId: 'e1', body, ...more });

  test('get one signed call, and their answer is read', async () => {
    expect(texts(await call())).toEqual(['Você disse: oi']);
    expect(workflow.asked).toHaveLength(1);
    expect(workflow.asked[0]).toMatchObject({ body, headers: { 'x-event-id': 'e1', 'content-type': 'application/json' } });
  });

  test('what no database stores is left out of what they answer', async () => {
    const long = `${'a'.repeat(4_095)}😀`;
    workflow.next.push({
      json: [{ output: 'a\0b\ud83d' }, { messages: [long, { type: 'image', url: 'https://x.example/\0a.png', name: '\0' }] }],
    });
    const answer = await call();
    expect(texts(answer)).toEqual(['ab\ufffd', `${'a'.repeat(4_095)}\ufffd`, 'https://x.example/a.png']);
    workflow.next.push({ status: 400, json: { message: 'não\0' } });
    await expect(call()).rejects.toMatchObject({ message: 'não' });
    workflow.next.push({ text: `\0${'😀'.repeat(2_001)}`, headers: { 'content-type': 'text/plain' } });
    expect((await call()).raw).not.toMatch(/\0|\p{Surrogate}/u);
  });

  test.each([
    ['a wrong secret', { secret: 'outro' }, null, { reason: 'credentials', again: false, status: 403 }],
    ['nobody there', { url: 'http://127.0.0.1:9' }, null, { reason: 'private_address', again: false }],
    [
      'a workflow that is not active',
      {},
      { status: 404, json: { message: 'The requested webhook is not registered.' } },
      { reason: 'not_found', again: false, message: 'The requested webhook is not registered.' },
    ],
    [
      'one that fails',
      {},
      { status: 500, json: { message: 'Error in workflow' } },
      { reason: 'server_error', again: true, message: 'Error in workflow' },
    ],
    ['one that is asked too much', {}, { status: 429, text: 'slow down' }, { reason: 'rate_limited', again: true }],
    ['a broken line', {}, 'cut', { reason: 'unreachable', again: true }],
    ['a page', {}, { text: '<html>', headers: { 'content-type': 'text/html' } }, { reason: 'garbage', again: false }],
    ['ten megabytes', {}, 'endless', { reason: 'too_large', again: false }],
    [
      'a way into our network',
      {},
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      { reason: 'private_address', again: false },
    ],
  ] as const)('%s is told as what it is', async (_, more, answered, failure) => {
    if (answered) workflow.next.push(answered);
    await expect(call(more)).rejects.toMatchObject(failure);
  });
});

describe('typebot', () => {
  const call = (to: FakeTypebot, text: string, session: string | null, more: object = {}) =>
    bots.typebot({
      url: `${to.url}/`,
      slug: to.slug,
      session,
      text,
      variables: { number: '5511987654321', pushName: 'Ana' },
      unknownMessage: '',
      ...more,
    });

  test.each(['new', 'older'])('a flow of a %s server is walked through to its end', async (age) => {
    const server = age === 'new' ? typebot : older;
    const begun = await call(server, 'oi', null);
    expect(texts(begun)).toEqual(['*Olá, Ana!*', 'O que deseja?']);
    expect(begun).toMatchObject({ choices: ['Comprar', 'Pessoa'], action: null, session: expect.any(String) });
    const wrong = await call(server, 'banana', begun.session, { unknownMessage: 'Não entendi.' });
    expect(texts(wrong)).toEqual(['Não entendi.']);
    const asked = await call(server, 'Comprar', begun.session);
    expect(asked).toMatchObject({ choices: [], session: begun.session });
    const ended = await call(server, 'Ana Lima', begun.session);
    expect(texts(ended)).toEqual(['Obrigada, Ana Lima.']);
    expect(ended.session).toBeNull();
  });

  test('a conversation that the server forgot begins anew', async () => {
    const { session } = await call(typebot, 'oi', null);
    typebot.forgetSessions();
    const again = await call(typebot, 'Comprar', session);
    expect(texts(again)[0]).toBe('*Olá, Ana!*');
    expect(again.session).not.toBe(session);
  });

  test('a flow hands over by a command, which the customer does not see', async () => {
    const { session } = await call(typebot, 'oi', null);
    const handed = await call(typebot, 'Pessoa', session);
    expect(texts(handed)).toEqual(['Um momento.']);
    expect(handed.action).toEqual({ do: 'stop' });
  });

  test('an unknown bot, a closed one and nonsense are told as what they are', async () => {
    await expect(call(typebot, 'oi', null, { slug: 'outra' })).rejects.toMatchObject({ reason: 'not_found', message: 'Typebot not found' });
    typebot.next.push({ status: 403, json: { code: 'FORBIDDEN', message: 'This bot is now closed' } });
    await expect(call(typebot, 'oi', null)).rejects.toMatchObject({ reason: 'credentials', message: 'This bot is now closed' });
    typebot.next.push({ json: { hello: 1 } });
    await expect(call(typebot, 'oi', null)).rejects.toMatchObject({ reason: 'garbage' });
  });
});

describe('dialogflow', () => {
  const session = '0b0b0b0b-0000-4000-8000-000000000000';
  const account = () => JSON.parse(dialogflow.account);
  const call = (text: string, more: object = {}) =>
    bots.dialogflow({ project: dialogflow.project, account: account(), language: 'pt-BR', session, text, ...more });

  test('a text is asked with a token of the service account', async () => {
    const answer = await call('oi');
    expect(texts(answer)).toEqual(['Você disse: oi']);
    expect(answer).toMatchObject({ session, choices: [], action: null });
  });

  test('a long text is shortened to what it takes', async () => {
    expect(texts(await call('ã'.repeat(300)))).toEqual([`Você disse: ${'ã'.repeat(256)}`]);
    expect((await call(`${'a'.repeat(255)}😀`)).status).toBe(200);
  });

  test('its messages for all platforms are read, and its end', async () => {
    dialogflow.answers.set('tchau', {
      fulfillmentText: 'não isto',
      fulfillmentMessages: [
        { platform: 'FACEBOOK', text: { text: ['não isto'] } },
        { text: { text: ['Até logo.'] } },
        { quickReplies: { title: 'Mais algo?', quickReplies: ['Sim', 'Não'] } },
        { image: { imageUri: 'https://loja.example/a.png' } },
        { card: { title: 'Loja', subtitle: 'Centro' } },
      ],
      diagnosticInfo: { end_conversation: true },
    });
    const answer = await call('tchau');
    expect(texts(answer)).toEqual(['Até logo.', 'Mais algo?', 'https://loja.example/a.png', '*Loja*\nCentro']);
    expect(answer).toMatchObject({ choices: ['Sim', 'Não'], action: { do: 'stop' } });
    dialogflow.answers.set('pessoa', { fulfillmentMessages: [{ payload: { action: 'transfer', queueId: 7, text: 'Um momento' } }] });
    expect(await call('pessoa')).toMatchObject({ action: { do: 'transfer', queueId: 7, userId: null } });
  });

  test('what it refuses is told in its words', async () => {
    await expect(call('oi', { project: 'outro' })).rejects.toMatchObject({
      reason: 'credentials',
      message: expect.stringContaining('denied'),
    });
    const { account: stranger } = await startStranger();
    await expect(call('oi', { account: stranger })).rejects.toMatchObject({ reason: 'credentials', status: 401 });
    await expect(call('oi', { account: { ...account(), private_key: 'PRIVATE KEY' } })).rejects.toMatchObject({ reason: 'credentials' });
    dialogflow.next.push({ status: 429, json: { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } } });
    await expect(call('oi')).rejects.toMatchObject({ reason: 'rate_limited', again: true, message: 'Quota exceeded' });
  });
});

/** A service account of somebody else. */
async function startStranger(): Promise<{ account: { client_email: string; private_key: string } }> {
  const other = await startDialogflow();
  await other.close();
  return { account: JSON.parse(other.account) };
}
