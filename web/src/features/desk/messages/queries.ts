import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import { useRoom } from '../../../platform/socket.ts';
import { applyMessage, type MessagePages, messageKeys, type Parcel } from './live.ts';
import { resumeOutbox } from './outbox.ts';

/** Keeps all loaded threads up to date while the inbox is shown. */
export function useLiveMessages(): void {
  const cache = useQueryClient();
  useEffect(() => resumeOutbox(cache), [cache]);
  useLiveCache('appMessage', (cache, { message }) => applyMessage(cache, message));
  // A contact that is gone may have gone into another, whose conversation is longer then.
  useLiveCache('contact', (cache, { action }) => {
    if (action === 'delete') refreshSoon(cache, messageKeys.threads);
  });
  useLiveCache('history', (cache) => refreshSoon(cache, messageKeys.threads));
}

/** A conversation, newest page first. Reading it marks it as read for whoever has the ticket. */
export function useThread(ticketId: number) {
  const cache = useQueryClient();
  useRoom('joinChatBox', ticketId);
  // Only the newest page is worth keeping: the next visit would otherwise load all pages again.
  useEffect(
    () => () => {
      cache.setQueryData<MessagePages>(
        messageKeys.thread(ticketId),
        (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
      );
    },
    [cache, ticketId],
  );
  return useInfiniteQuery({
    queryKey: messageKeys.thread(ticketId),
    queryFn: ({ pageParam, signal }) => api('GET /messages/:ticketId', { params: { ticketId }, query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (last.hasMore ? number + 1 : undefined),
    staleTime: 0,
  });
}

/** A conversation looked into without anybody noticing. */
export function usePeek(ticketId: number) {
  return useInfiniteQuery({
    queryKey: messageKeys.peek(ticketId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /messages/:ticketId', { params: { ticketId }, query: { pageNumber: pageParam, peek: true }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (last.hasMore ? number + 1 : undefined),
    staleTime: 0,
  });
}

const noParcels: Parcel[] = [];

/** What is on its way in a ticket. */
export function useOutbox(ticketId: number): readonly Parcel[] {
  return useQuery<Parcel[]>({ queryKey: messageKeys.outbox(ticketId), queryFn: () => noParcels, enabled: false }).data ?? noParcels;
}

/** Loads a message's page before answering whether it is there: older pages until found, at most ten. */
export async function loadUntil(
  messageId: string,
  held: () => MessagePages | undefined,
  loadOlder: () => Promise<unknown>,
): Promise<boolean> {
  for (let pages = 0; pages < 10; pages += 1) {
    const data = held();
    if (data?.pages.some((page) => page.messages.some(({ id }) => id === messageId))) return true;
    if (!data?.pages.at(-1)?.hasMore) return false;
    await loadOlder();
  }
  return false;
}
