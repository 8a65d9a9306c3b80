import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatKeys } from '../../../data/chats/keys.ts';
import { dropPendingChat, type PendingChatMessage } from '../../../data/chats/pending.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { sendChat } from './mutations.ts';

const route = 'POST /chats/1/messages';
let cache: QueryClient;
let server: ReturnType<typeof serve>;
beforeEach(() => {
  cache = new QueryClient();
  server = serve({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pending = (): readonly PendingChatMessage[] => cache.getQueryData<PendingChatMessage[]>(chatKeys.pending(1)) ?? [];
const message = (change: Partial<PendingChatMessage> = {}): PendingChatMessage => ({
  ...{ key: 'k1', chatId: 1, message: 'Bom dia', mentions: [2], files: [], createdAt: '2026-11-21T12:00:00.000Z', error: null },
  ...change,
});
const sent = {
  ...{ id: 7, chatId: 1, clientKey: 'k1', message: 'Bom dia' },
  chat: { id: 1, uuid: 'u', revision: 2, title: 'Equipe', users: [], updatedAt: '2026-11-21T12:00:00.000Z' },
};

test('a message that is refused stays with its reason, and is sent again as the same one', async () => {
  server.answers[route] = refused('ERR_NO_CHAT_FOUND', 404);
  await sendChat(cache, message(), 9);
  expect(pending()).toMatchObject([{ key: 'k1', error: { code: 'ERR_NO_CHAT_FOUND' } }]);
  server.answers[route] = sent;
  const [first] = pending();
  if (first) await sendChat(cache, first, 9);
  expect(pending()).toEqual([]);
  expect(server.told().map(({ body }) => body)).toEqual([
    { message: 'Bom dia', mentions: [2] },
    { message: 'Bom dia', mentions: [2] },
  ]);
});

test('what the line or a busy server kept back is sent again by itself as the same message, and not once it is discarded', async () => {
  vi.useFakeTimers();
  server.answers[route] = refused('ERR_COMPANY_BUSY', 429);
  await sendChat(cache, message(), 9);
  await sendChat(cache, message({ key: 'k2', message: 'Esquece' }), 9);
  expect(pending()).toMatchObject([{ error: { code: 'ERR_COMPANY_BUSY' } }, { error: { code: 'ERR_COMPANY_BUSY' } }]);
  dropPendingChat(cache, 1, 'k2');
  await vi.advanceTimersByTimeAsync(600);
  expect(pending()).toMatchObject([{ key: 'k1', error: { code: 'ERR_COMPANY_BUSY' } }]);
  server.answers[route] = sent;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(pending()).toEqual([]);
  const told = server.told().map(({ body }) => (body as { message: string }).message);
  expect(told.filter((text) => text === 'Esquece')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.told()).toHaveLength(told.length);
});

test('files go in one form with the text and whom it mentions', async () => {
  server.answers[route] = sent;
  const file = new File(['a;b'], 'tabela.csv');
  await sendChat(cache, message({ files: [file] }), 9);
  expect(server.told()[0]?.body).toMatchObject({ message: 'Bom dia', mentions: '[2]', medias: file });
});
