import type { MessageView } from '@balcao/contract/messages';
import { pageSize } from '@balcao/contract/page-rules';
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { errorCode } from '../../platform/errors.ts';
import type { CatchUp } from '../../platform/live-cache.ts';
import { worthRetrying } from '../../platform/query-client.ts';
import { type MessagePages, messageKeys } from './keys.ts';

/** A conversation, newest page first. Reading it marks it as read for the agent who has the ticket. */
export function useThread(ticketId: number) {
  const cache = useQueryClient();
  // Only the newest page is worth keeping: the next visit would otherwise load all pages again. Nothing is, once it may not be read any more.
  useEffect(
    () => () => {
      const queryKey = messageKeys.thread(ticketId);
      if (isUnreadable(cache.getQueryState(queryKey)?.error)) cache.removeQueries({ queryKey, exact: true });
      else
        cache.setQueryData<MessagePages>(
          queryKey,
          (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
        );
    },
    [cache, ticketId],
  );
  return useInfiniteQuery({
    queryKey: messageKeys.thread(ticketId),
    queryFn: ({ pageParam, signal }) => readPage(ticketId, { pageNumber: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (last.hasMore ? number + 1 : undefined),
    staleTime: 0,
    meta: { catchUp: ((since) => void catchUp(cache, ticketId, since)) satisfies CatchUp },
    // Who accepts a conversation is shown it at once; until the server has heard of it, it is not theirs to read.
    retry: (failures, error) => worthRetrying(failures, error) || (errorCode(error) === 'ERR_NO_PERMISSION' && failures < 3),
    retryDelay: (failures, error) => (errorCode(error) === 'ERR_NO_PERMISSION' ? 300 : Math.min(1_000 * 2 ** failures, 30_000)),
  });
}

/** Does the server say that the person may not read the conversation, or not any more? */
export function isUnreadable(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ERR_NO_PERMISSION' || code === 'ERR_NO_TICKET_FOUND';
}

async function catchUp(cache: QueryClient, ticketId: number, since: string): Promise<void> {
  const ask = (from: string) => readPage(ticketId, { pageNumber: 1, from, since });
  const done = await import('./catch-up.ts').then(({ catchUp }) => catchUp(cache, ticketId, ask)).catch(() => false);
  if (!done) await cache.invalidateQueries({ queryKey: messageKeys.thread(ticketId), exact: true });
}

/** A conversation, newest page first, without marking anything as read. */
export function usePeek(ticketId: number) {
  return useInfiniteQuery({
    queryKey: messageKeys.peek(ticketId),
    queryFn: ({ pageParam, signal }) => readPage(ticketId, { pageNumber: pageParam, peek: true }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (last.hasMore ? number + 1 : undefined),
    staleTime: 0,
  });
}

/** The newest messages of a ticket, asked for anew. Reading them marks them as read for the agent who has the ticket. */
export async function readNewest(ticketId: number): Promise<MessageView[]> {
  return (await readPage(ticketId, { pageNumber: 1 })).messages;
}

/** The newest page of a ticket, without marking anything as read. */
export function peekNewest(ticketId: number, signal: AbortSignal): Promise<MessagePages['pages'][number]> {
  return readPage(ticketId, { pageNumber: 1, peek: true }, signal);
}

export type FindFrom = 'all' | 'customer' | 'us';

/** Where a text is in a conversation, as the server finds it; asks for nothing without a text. */
export function useFound(ticketId: number, searchParam: string, from: FindFrom) {
  return useQuery({
    queryKey: messageKeys.find(ticketId, searchParam, from),
    queryFn: ({ signal }) => api('GET /v1/tickets/:ticketId/find', { params: { ticketId }, query: { searchParam, from }, signal }),
    enabled: searchParam !== '',
    staleTime: 0,
  });
}

export type MediaKind = 'media' | 'files' | 'links';

/** Files or links of a contact, the newest first, page by page. */
export function useContactMedia(contactId: number, kind: MediaKind) {
  return useInfiniteQuery({
    queryKey: messageKeys.media(contactId, kind),
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/contacts/:contactId/media', { params: { contactId }, query: { kind, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (last.hasMore ? number + 1 : undefined),
    staleTime: 0,
  });
}

/** How many pages are asked for at once on the way to an old message. */
const pagesAtOnce = 6;

/** Loads the pages of a conversation that lack before the message at `position`, counted from the newest, all before they are shown. */
export async function loadTo(cache: QueryClient, ticketId: number, position: number): Promise<void> {
  const key = messageKeys.thread(ticketId);
  const last = Math.ceil(position / pageSize.messages);
  const first = (cache.getQueryData<MessagePages>(key)?.pages.length ?? 0) + 1;
  const pages: MessagePages['pages'] = [];
  for (let from = first; from <= last; from += pagesAtOnce) {
    const numbers = Array.from({ length: Math.min(pagesAtOnce, last - from + 1) }, (_, at) => from + at);
    pages.push(...(await Promise.all(numbers.map((pageNumber) => readPage(ticketId, { pageNumber, peek: true })))));
  }
  cache.setQueryData<MessagePages>(key, (held) =>
    // Somebody else may have loaded some of them meanwhile.
    held && held.pages.length === first - 1
      ? { pages: [...held.pages, ...pages], pageParams: [...held.pageParams, ...pages.map((_, at) => first + at)] }
      : held,
  );
}

/** Loads older pages, at most ten, until the message is found. Answers whether it was. */
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

/** `from`, `since`: also what changed since then from that message on. */
function readPage(ticketId: number, query: { pageNumber: number; peek?: boolean; from?: string; since?: string }, signal?: AbortSignal) {
  return api('GET /messages/:ticketId', { params: { ticketId }, query, ...(signal && { signal }) });
}
