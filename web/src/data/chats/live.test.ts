import type { ChatMessageView, ChatView } from '@balcao/contract/chats';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type ChatMessagePages, chatKeys } from './keys.ts';
import { hearChat } from './live.ts';
import { putPendingChat } from './pending.ts';

const me = 1;

test('a chat that is written in comes first and counts as unread, until it is read', () => {
  const cache = cacheWith([chat(2), chat(1)]);
  const written = { ...chat(1, 2), updatedAt: at(9), users: [member(1)] };
  for (const _ of 'twice'.slice(3))
    hearChat(cache, { action: 'new-message', chat: written, newMessage: { ...message(7), chat: written } }, me);
  expect(listed(cache)).toEqual([1, 2]);
  expect(cache.getQueryData(chatKeys.unread)).toEqual({ chatIds: [1] });
  expect(thread(cache)).toEqual([5, 7]);
  hearChat(cache, { action: 'update', chat: { ...written, revision: 3, users: [member(0)] } }, me);
  expect(cache.getQueryData(chatKeys.unread)).toEqual({ chatIds: [] });
});

test('news in another order end in the same state', () => {
  const cache = cacheWith([chat(1)]);
  hearChat(cache, { action: 'update', chat: { ...chat(1, 3), title: 'Novo' } }, me);
  // 4 is older than what is loaded, so it belongs on an earlier page.
  for (const id of [8, 6, 4]) {
    const older = { ...chat(1, 2), title: 'Velho', users: [member(4)] };
    hearChat(cache, { action: 'new-message', chat: older, newMessage: { ...message(id), chat: older } }, me);
  }
  expect(cache.getQueryData<ChatView>(chatKeys.one('uuid-1'))?.title).toBe('Novo');
  expect(cache.getQueryData(chatKeys.unread)).toEqual({ chatIds: [] });
  expect(thread(cache)).toEqual([5, 6, 8]);
});

test('a new chat is listed, one that was left is gone', () => {
  const cache = cacheWith([chat(1)]);
  hearChat(cache, { action: 'create', chat: { ...chat(3), updatedAt: at(8) } }, me);
  expect(listed(cache)).toEqual([3, 1]);
  cache.setQueryData(chatKeys.unread, { chatIds: [1, 3] });
  hearChat(cache, { action: 'delete', id: 1 }, me);
  expect(listed(cache)).toEqual([3]);
  expect(cache.getQueryData(chatKeys.unread)).toEqual({ chatIds: [3] });
});

test('what was sent takes the place of the pending message', () => {
  const cache = cacheWith([chat(1)]);
  putPendingChat(cache, { key: 'k', chatId: 1, message: 'x', mentions: [], files: [], createdAt: at(1), error: null });
  hearChat(cache, { action: 'new-message', chat: chat(1, 2), newMessage: { ...message(7), clientKey: 'k', chat: chat(1, 2) } }, me);
  expect(cache.getQueryData(chatKeys.pending(1))).toEqual([]);
});

function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}

function member(unreads: number) {
  return { chatId: 1, userId: me, unreads, user: { id: me, name: 'Eu' } };
}

function chat(id: number, revision = 1): ChatView {
  const owner = { id: me, name: 'Eu' };
  return {
    ...{ id, uuid: `uuid-${id}`, title: `Chat ${id}`, ownerId: me, owner, lastMessage: '', users: [{ ...member(0), chatId: id }] },
    ...{ companyId: 1, revision, createdAt: at(0), updatedAt: at(id) },
  };
}

function message(id: number): ChatMessageView {
  return {
    ...{ id, chatId: 1, senderId: 2, sender: { id: 2, name: 'Bia' }, message: `m${id}`, mentions: [], medias: [] },
    ...{ mediaPath: null, mediaName: null, clientKey: null, createdAt: at(0), updatedAt: at(0) },
  };
}

function cacheWith(chats: ChatView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(chatKeys.page(''), { pages: [{ records: chats, count: chats.length, hasMore: false }], pageParams: [1] });
  for (const each of chats) cache.setQueryData(chatKeys.one(each.uuid), each);
  cache.setQueryData(chatKeys.unread, { chatIds: [] });
  cache.setQueryData(chatKeys.thread(1), { pages: [{ records: [message(5)], hasMore: true }], pageParams: [1] });
  return cache;
}

function listed(cache: QueryClient) {
  const pages = cache.getQueryData<{ pages: { records: ChatView[] }[] }>(chatKeys.page(''));
  return pages?.pages.flatMap(({ records }) => records.map(({ id }) => id));
}

function thread(cache: QueryClient) {
  return cache.getQueryData<ChatMessagePages>(chatKeys.thread(1))?.pages.flatMap(({ records }) => records.map(({ id }) => id));
}
