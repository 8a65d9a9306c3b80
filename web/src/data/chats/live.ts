import type { AnswerOf } from '@balcao/contract';
import type { ChatMessageView, ChatView, SentChatMessage } from '@balcao/contract/chats';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { type ChatMessagePages, chatKeys } from './keys.ts';
import { dropPendingChat } from './pending.ts';

type ChatPages = InfiniteData<AnswerOf<'GET /chats'>, number>;

export const chatsLive: Live = { chat: (cache, news, me) => hearChat(cache, news, me.id) };

/** One piece of news about a chat of this person. */
export function hearChat(cache: QueryClient, news: News<'chat'>, myId: number): void {
  if (news.action === 'delete') {
    removeChat(cache, news.id);
    return;
  }
  applyChat(cache, news.chat, myId);
  if (news.action === 'new-message') applyChatMessage(cache, news.newMessage);
}

/** A message that was sent, with its chat. */
export function applySent(cache: QueryClient, message: SentChatMessage, myId: number): void {
  applyChat(cache, message.chat, myId);
  applyChatMessage(cache, message);
}

/** Puts a chat where it belongs in the lists; a copy older than ours changes nothing. */
export function applyChat(cache: QueryClient, chat: ChatView, myId: number): void {
  if (newestRevision(cache, chat.id) > chat.revision) return;
  changeHeld<ChatView>(cache, chatKeys.one(chat.uuid), () => chat);
  changeHeld<ChatPages>(cache, chatKeys.pages, (pages, key) => {
    const held = pages.pages.flatMap((page) => page.records).find(({ id }) => id === chat.id);
    if (key[2] !== '' && held?.title !== chat.title) {
      refreshSoon(cache, key);
      return pages;
    }
    return placed(pages, chat, held);
  });
  const unreads = chat.users.find(({ userId }) => userId === myId)?.unreads ?? 0;
  markUnread(cache, chat.id, unreads > 0);
}

/** Takes a chat away: it was deleted, or this person is no member any more. */
export function removeChat(cache: QueryClient, chatId: number): void {
  removeRow<ChatView>(cache, { queryKey: chatKeys.pages, field: 'records', staysPlaced: () => true }, chatId);
  markUnread(cache, chatId, false);
  const isOfChat = (data: unknown) => (data as ChatView | undefined)?.id === chatId;
  void cache.invalidateQueries({ queryKey: chatKeys.ones, predicate: ({ state }) => isOfChat(state.data) });
  cache.removeQueries({ queryKey: chatKeys.thread(chatId), type: 'inactive' });
}

/** Puts a message into the conversation, in the place of the pending one it was sent as. */
function applyChatMessage(cache: QueryClient, message: ChatMessageView): void {
  changeHeld<ChatMessagePages>(cache, chatKeys.thread(message.chatId), (pages) => {
    const [newest, ...older] = pages.pages;
    if (!newest || pages.pages.some(({ records }) => records.some(({ id }) => id === message.id))) return pages;
    const records = [...newest.records, message].sort((a, b) => a.id - b.id);
    // An older message that is not loaded belongs on an earlier page.
    if (records[0]?.id === message.id && newest.hasMore) return pages;
    return { ...pages, pages: [{ ...newest, records }, ...older] };
  });
  if (message.clientKey) dropPendingChat(cache, message.chatId, message.clientKey);
}

function newestRevision(cache: QueryClient, chatId: number): number {
  const listed = cache.getQueriesData<ChatPages>({ queryKey: chatKeys.pages });
  const open = cache.getQueriesData<ChatView>({ queryKey: chatKeys.ones });
  const held = [
    ...listed.flatMap(([, data]) => data?.pages.flatMap(({ records }) => records) ?? []),
    ...open.flatMap(([, chat]) => chat ?? []),
  ];
  return Math.max(0, ...held.filter(({ id }) => id === chatId).map(({ revision }) => revision));
}

function markUnread(cache: QueryClient, chatId: number, unread: boolean): void {
  changeHeld<{ chatIds: number[] }>(cache, chatKeys.unread, (held) => {
    if (held.chatIds.includes(chatId) === unread) return held;
    return { chatIds: unread ? [...held.chatIds, chatId] : held.chatIds.filter((id) => id !== chatId) };
  });
}

/** The list with the chat in its order: the one written in last first. */
function placed(data: ChatPages, chat: ChatView, held: ChatView | undefined): ChatPages {
  if (held?.updatedAt === chat.updatedAt) return inPages(data, (records) => records.map((other) => (other.id === chat.id ? chat : other)));
  const without = inPages(data, (records) => records.filter(({ id }) => id !== chat.id));
  const loaded = without.pages.flatMap(({ records }) => records);
  const next = loaded.find((other) => isBefore(chat, other));
  const last = without.pages.at(-1);
  // Beyond what is loaded it comes with the next page.
  if (!next && last?.hasMore) return without;
  const pages = without.pages.map((page) => {
    const at = next ? page.records.indexOf(next) : page === last ? page.records.length : -1;
    return { ...page, count: page.count + (held ? 0 : 1), records: at < 0 ? page.records : page.records.toSpliced(at, 0, chat) };
  });
  return { ...without, pages };
}

function isBefore(a: ChatView, b: ChatView): boolean {
  return a.updatedAt > b.updatedAt || (a.updatedAt === b.updatedAt && a.id > b.id);
}

function inPages(data: ChatPages, change: (records: ChatView[]) => ChatView[]): ChatPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, records: change(page.records) })) };
}
