// The service worker as browsers load it, with what it is given by the browser in place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8');

function start(windows: { visibilityState: string; postMessage?: unknown; focus?: unknown }[]) {
  const handlers: Record<string, (event: unknown) => void> = {};
  const shown: { title: string; body: string; tag: string; silent: boolean }[] = [];
  const openWindow = vi.fn();
  const self = {
    addEventListener: (name: string, handle: (event: unknown) => void) => Object.assign(handlers, { [name]: handle }),
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification: async (title: string, more: object) => shown.push({ title, ...more } as never) },
  };
  const context = { self, texts: undefined as unknown };
  runInNewContext(source, context);
  const happen = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  const push = (notice: object) => happen('push', { data: { json: () => ({ tag: 't', path: '/', language: 'pt', ...notice }) } });
  const click = (path: string) => happen('notificationclick', { notification: { close: () => undefined, data: { path } } });
  return { push, click, shown, openWindow, handlers, texts: context.texts as Record<string, Record<string, string>> };
}

test('it answers no request, so it can never give an old answer', () => {
  expect(Object.keys(start([]).handlers).sort()).toEqual(['activate', 'install', 'notificationclick', 'push']);
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
