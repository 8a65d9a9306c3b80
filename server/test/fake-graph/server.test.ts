import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeGraph, startFakeGraph } from './server.ts';
import { fakeTemplate } from './templates.ts';

let graph: FakeGraph;

beforeAll(async () => {
  graph = await startFakeGraph({ pairRate: true, now: () => 1_770_000_000_000 });
  graph.addNumber({
    phoneNumberId: '1066',
    wabaId: '900',
    accessToken: 'tok-1',
    appSecret: 's',
    displayNumber: '551133334444',
    webhookUrl: 'http://127.0.0.1:1/',
  });
});
afterAll(() => graph.close());

async function post(body: unknown, token = 'tok-1', path = '1066/messages') {
  const response = await fetch(`${graph.url}/v23.0/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { code: number; message: string } };
  return { status: response.status, code: answer.error?.code ?? null, message: answer.error?.message ?? '' };
}

const base = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '5511987654321', type: 'text' };

test.each<[string, object, number]>([
  ['no messaging_product', { to: '5511987654321', type: 'text', text: { body: 'x' } }, 100],
  ['no recipient', { messaging_product: 'whatsapp', type: 'text', text: { body: 'x' } }, 131008],
  ['unknown field', { ...base, text: { body: 'x' }, priority: 1 }, 100],
  ['unknown inner field', { ...base, text: { body: 'x', bold: true } }, 100],
  ['wrong type', { ...base, text: { body: 5 } }, 100],
  ['over-long text', { ...base, text: { body: 'x'.repeat(4097) } }, 100],
  ['bad number', { ...base, to: 'ana', text: { body: 'x' } }, 100],
  ['unknown kind', { ...base, type: 'poll', poll: {} }, 131009],
  ['unknown media', { ...base, type: 'image', image: { id: '12' } }, 100],
  ['id and link', { ...base, type: 'image', image: { id: '12', link: 'https://x/y.png' } }, 100],
  ['key over 512 bytes', { ...base, text: { body: 'x' }, biz_opaque_callback_data: 'é'.repeat(300) }, 100],
  [
    'four buttons',
    {
      ...base,
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: 'x' },
        action: { buttons: [1, 2, 3, 4].map((id) => ({ type: 'reply', reply: { id: `${id}`, title: 'x' } })) },
      },
    },
    100,
  ],
])('%s is refused', async (_name, body, code) => {
  expect(await post(body)).toMatchObject({ status: 400, code });
  expect(graph.sent()).toEqual([]);
});

test('a wrong token and a foreign number are refused', async () => {
  const text = { ...base, text: { body: 'x' } };
  expect(await post(text, 'nope')).toMatchObject({ status: 401, code: 190 });
  expect(await post(text, 'tok-1', '9999/messages')).toMatchObject({ status: 400, code: 100 });
});

test('the same customer cannot be written to twice in six seconds', async () => {
  graph.setTemplates('900', fakeTemplate('ola', 'Olá!'));
  const template = { ...base, type: 'template', template: { name: 'ola', language: { code: 'pt_BR' } } };
  expect(await post(template)).toMatchObject({ status: 200 });
  expect(await post(template)).toMatchObject({ code: 131056 });
  expect(graph.sent()).toHaveLength(1);
});
