import type { ChatView } from '@balcao/contract/chats';
import { pageSize } from '@balcao/contract/page-rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { chatKeys } from './keys.ts';

/** The person's chats page by page, the one written in last first. */
export function useChats(searchParam: string, enabled = true): InfiniteRows<ChatView> {
  return useInfiniteRows({
    queryKey: chatKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /chats', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
    enabled,
  });
}

/** In how many chats something is unread; the server counts to 100. Asked for while `enabled`; none where the plan has no chats any more. */
export function useUnreadChats(enabled: boolean): number {
  const { data } = useQuery({ queryKey: chatKeys.unread, queryFn: ({ signal }) => api('GET /v1/chats/unread', { signal }), enabled });
  return enabled ? (data?.chatIds.length ?? 0) : 0;
}

/** One chat of the person, by its uuid. */
export function useChat(uuid: string | undefined) {
  return useQuery({
    queryKey: chatKeys.one(uuid ?? ''),
    queryFn: ({ signal }) => api('GET /chats/:chatUuid', { params: { chatUuid: uuid ?? '' }, signal }),
    enabled: uuid !== undefined,
  });
}

/** A conversation, newest page first. */
export function useChatThread(chatId: number) {
  return useInfiniteQuery({
    queryKey: chatKeys.thread(chatId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /chats/:chatId/messages', { params: { chatId }, query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (last.hasMore ? number + 1 : undefined),
    staleTime: 0,
  });
}
