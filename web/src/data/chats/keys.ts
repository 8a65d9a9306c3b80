import type { AnswerOf } from '@balcao/contract';
import type { InfiniteData } from '@tanstack/react-query';

/** A conversation as it is loaded, newest page first. */
export type ChatMessagePages = InfiniteData<AnswerOf<'GET /chats/:chatId/messages'>, number>;

export const chatKeys = {
  pages: ['chats', 'page'] as const,
  page: (searchParam: string) => [...chatKeys.pages, searchParam] as const,
  ones: ['chats', 'one'] as const,
  one: (uuid: string) => [...chatKeys.ones, uuid] as const,
  unread: ['chats', 'unread'] as const,
  thread: (chatId: number) => ['chats', 'thread', chatId] as const,
  pending: (chatId: number) => ['chats', 'pending', chatId] as const,
};
