// How news about messages come into the cache, and how a message being sent stands in the thread until the server knows it.
// What is on its way lies beside the pages, in the outbox of the ticket, so that a refetch never takes a bubble off the screen.
import type { AnswerOf } from '@balcao/contract';
import type { MediaKind } from '@balcao/contract/media-rules';
import type { MessageView } from '@balcao/contract/messages';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../../platform/api.ts';

export type MessagePages = InfiniteData<AnswerOf<'GET /messages/:ticketId'>, number>;

export const messageKeys = {
  threads: ['messages', 'thread'] as const,
  thread: (ticketId: number) => [...messageKeys.threads, ticketId] as const,
  peek: (ticketId: number) => ['messages', 'peek', ticketId] as const,
  outboxes: ['messages', 'outbox'] as const,
  outbox: (ticketId: number) => [...messageKeys.outboxes, ticketId] as const,
};

/** A message on its way to the server. */
export type Parcel = {
  /** Sent as the Idempotency-Key; comes back as `clientKey`. */
  key: string;
  ticketId: number;
  body: string;
  quoted: MessageView | null;
  file: { blob: Blob; name: string; kind: MediaKind; previewUrl: string | null } | null;
  createdAt: string;
  /** `waiting`: the connection broke, it is tried again by itself; `failed`: the server refused, the person decides. */
  state: 'sending' | 'waiting' | 'failed';
  /** How much of the file has left, from 0 to 1. */
  progress: number;
  error: ApiError | null;
};

/** Brings a message into every thread that shows it; a new one into the thread of its ticket. Older copies than the held one change nothing. */
export function applyMessage(cache: QueryClient, message: MessageView): void {
  for (const [key, pages] of cache.getQueriesData<MessagePages>({ queryKey: messageKeys.threads })) {
    if (!pages) continue;
    const next = putInThread(pages, message, key[2] === message.ticketId);
    if (next !== pages) cache.setQueryData<MessagePages>(key, next);
  }
  const parcelKey = parcelKeyOf(message);
  if (parcelKey) dropParcel(cache, message.ticketId, parcelKey);
}

/** The key of the parcel a message was; the server adds `:0`, `:1`… for the messages of one call. Null for messages of others. */
export function parcelKeyOf({ clientKey }: Pick<MessageView, 'clientKey'>): string | null {
  return clientKey?.replace(/:\d+$/, '') ?? null;
}

/** Puts a parcel into the outbox of its ticket, or changes the one with the same key. */
export function putParcel(cache: QueryClient, parcel: Parcel): void {
  cache.setQueryData<Parcel[]>(messageKeys.outbox(parcel.ticketId), (held = []) =>
    held.some(({ key }) => key === parcel.key) ? held.map((other) => (other.key === parcel.key ? parcel : other)) : [...held, parcel],
  );
}

export function dropParcel(cache: QueryClient, ticketId: number, parcelKey: string): void {
  cache.setQueryData<Parcel[]>(messageKeys.outbox(ticketId), (held) =>
    held?.some(({ key }) => key === parcelKey) ? held.filter(({ key }) => key !== parcelKey) : held,
  );
}

function putInThread(pages: MessagePages, message: MessageView, isOfThisTicket: boolean): MessagePages {
  // A message that slid onto the page before is on two of them.
  const copies = pages.pages.flatMap((page) => page.messages.filter(({ id }) => id === message.id));
  if (copies.length > 0) {
    if (copies.every((held) => isOlder(message, held))) return pages;
    const renew = (held: MessageView) => (held.id === message.id && !isOlder(message, held) ? message : held);
    return { ...pages, pages: pages.pages.map((page) => ({ ...page, messages: page.messages.map(renew) })) };
  }
  const newest = pages.pages[0];
  if (!isOfThisTicket || !newest) return pages;
  const at = newest.messages.findIndex((other) => isAfter(other.id, message.id));
  // An old message that is not loaded belongs on a page further up.
  if (at === 0 && newest.hasMore) return pages;
  return withPage(pages, 0, at < 0 ? [...newest.messages, message] : newest.messages.toSpliced(at, 0, message));
}

function isOlder(message: MessageView, held: MessageView): boolean {
  return message.updatedAt < held.updatedAt || (message.updatedAt === held.updatedAt && message.ack < held.ack);
}

/** Ids are numbers too long for a number. */
function isAfter(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}

function withPage(pages: MessagePages, changed: number, messages: MessageView[]): MessagePages {
  return { ...pages, pages: pages.pages.map((page, number) => (number === changed ? { ...page, messages } : page)) };
}
