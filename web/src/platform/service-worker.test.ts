// The service worker as browsers load it, with what it is given by the browser in place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8');

type Window = { visibilityState: string; postMessage?: unknown; focus?: unknown };
function start(windows: Window[], fetch: unknown = undefined, setTimeout: unknown = (run: () => void) => run()) {
  const handlers: Record<string, (event: unknown) => void> = {};
  const shown: { title: string; body: string; tag: string; silent: boolean; actions: object[]; data: Record<string, unknown> }[] = [];
  const openWindow = vi.fn();
  const self = {
    addEventListener: (name: string, handle: (event: unknown) => void) => Object.assign(handlers, { [name]: handle }),
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification: async (title: string, more: object) => shown.push({ title, ...more } as never) },
  };
  const context = { self: { ...self, crypto }, URL, texts: undefined as unknown, fetch, setTimeout };
  runInNewContext(source, context);
  const happen = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  const push = (notice: object) => happen('push', { data: { json: () => ({ tag: 't', path: '/', language: 'pt', ...notice }) } });
  const click = (path: string) => happen('notificationclick', { notification: { close: () => undefined, data: { path } } });
  const answer = (data: unknown, reply: string | null) =>
    happen('notificationclick', { action: 'reply', reply, notification: { close: () => undefined, data } });
  return { push, click, answer, shown, openWindow, handlers, texts: context.texts as Record<string, Record<string, string>> };
}

test('it answers no request but what is shared with the app, so it can never give an old answer', () => {
  const { handlers } = start([]);
  expect(Object.keys(handlers).sort()).toEqual(['activate', 'fetch', 'install', 'notificationclick', 'push']);
  for (const [method, path] of [
    ['GET', '/share'],
    ['GET', '/tickets'],
    ['POST', '/messages/1'],
    ['GET', '/assets/a.js'],
  ]) {
    const respondWith = vi.fn();
    handlers.fetch?.({ request: { method, url: `https://balcao.example${path}` }, respondWith });
    expect(respondWith).not.toHaveBeenCalled();
  }
});

test.each([
  ['mine', { name: 'Otávio', text: 'o *pedido* chegou', media: 'conversation' }, 'Otávio', 'o pedido chegou'],
  ['waiting', { name: 'Otávio', text: '', media: 'image' }, 'Aguardando: Otávio', 'Foto'],
  ['mine', { name: 'Otávio', text: 'data:|https://x', media: 'locationMessage' }, 'Otávio', 'Localização'],
  ['handed', { name: 'Otávio', by: 'Bia' }, 'Bia transferiu uma conversa para você', 'Otávio'],
  ['mention', { name: 'Turno', by: 'Bia', text: 'Bia: Oi' }, 'Bia mencionou você em Turno', 'Bia: Oi'],
  ['chat', { name: 'Turno', by: 'Bia', text: 'Bia: Oi' }, 'Turno', 'Bia: Oi'],
  ['announcement', { name: 'Pausa', text: 'Às 3 h' }, 'Informativo: Pausa', 'Às 3 h'],
  ['test', { name: '' }, 'Os avisos chegam neste aparelho', ''],
])('%s is told in a sentence', async (kind, notice, title, body) => {
  const worker = start([]);
  await worker.push({ kind, ...notice });
  expect(worker.shown).toEqual([expect.objectContaining({ title, body, tag: 't', silent: false })]);
});

test('it speaks the three languages, with every sentence in each', async () => {
  const { texts, push, shown } = start([]);
  const keys = Object.keys(texts.pt ?? {});
  for (const language of ['pt', 'en', 'es']) expect(Object.keys(texts[language] ?? {})).toEqual(keys);
  await push({ kind: 'handed', name: 'Otávio', by: 'Bia', language: 'en' });
  expect(shown[0]?.title).toBe('Bia transferred a conversation to you');
});

test('who looks at the app is shown nothing; one that is behind rings by itself', async () => {
  const seen = start([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }]);
  await seen.push({ kind: 'mine', name: 'Otávio' });
  expect(seen.shown).toEqual([]);
  const behind = start([{ visibilityState: 'hidden' }]);
  await behind.push({ kind: 'mine', name: 'Otávio' });
  expect(behind.shown).toEqual([expect.objectContaining({ silent: true })]);
});

test('a click opens the conversation in the window that is there, or in a new one', async () => {
  const first = { visibilityState: 'hidden', postMessage: vi.fn(), focus: vi.fn() };
  await start([first]).click('/tickets/a');
  expect([first.postMessage.mock.calls, first.focus.mock.calls.length]).toEqual([[[{ open: '/tickets/a' }]], 1]);
  const none = start([]);
  await none.click('/tickets/a');
  expect(none.openWindow).toHaveBeenCalledWith('/tickets/a');
});

test('an answer written in the notice is sent once in the name of the session; what could not be sent stays in sight', async () => {
  const calls: [string, Record<string, string> | undefined, string | undefined][] = [];
  let online = false;
  const worker = start([], async (url: string, init: { headers?: Record<string, string>; body?: string }) => {
    calls.push([url, init.headers, init.body]);
    if (!online) throw new TypeError('Failed to fetch');
    return { ok: true, json: async () => ({ token: 'fresh' }) };
  });
  await worker.push({ kind: 'mine', name: 'Otávio', text: 'Chegou?', ticketId: 7, path: '/tickets/a' });
  expect(worker.shown[0]?.actions).toEqual([{ action: 'reply', type: 'text', title: 'Responder', placeholder: 'Escreva a resposta' }]);
  await worker.answer(worker.shown[0]?.data, ' Amanhã cedo ');
  expect(calls).toHaveLength(3);
  expect(worker.shown[1]).toMatchObject({ title: 'A resposta não foi enviada: Otávio', body: 'Amanhã cedo', requireInteraction: true });
  online = true;
  await worker.answer(worker.shown[1]?.data, 'Amanhã cedo');
  expect(calls.slice(3)).toMatchObject([
    ['/auth/refresh_token', undefined, undefined],
    [
      '/messages/7',
      { Authorization: 'Bearer fresh', 'Idempotency-Key': worker.shown[1]?.data.key },
      '{"body":"Amanhã cedo","quotedMsg":null}',
    ],
  ]);
  expect(worker.shown[2]).toMatchObject({ title: 'Resposta enviada: Otávio', silent: true });
  // Where the platform has no field for it, the button opens the conversation.
  await worker.answer({ path: '/tickets/a' }, null);
  expect(worker.openWindow).toHaveBeenCalledWith('/tickets/a');
});

test('only news of a conversation of the person can be answered', async () => {
  const worker = start([]);
  await worker.push({ kind: 'waiting', name: 'Otávio', ticketId: 7 });
  await worker.push({ kind: 'chat', name: 'Turno' });
  expect(worker.shown.map(({ actions }) => actions)).toEqual([[], []]);
});
