import type { AnswerOf } from '@balcao/contract';
import type { InfiniteData } from '@tanstack/react-query';

/** A conversation as it is loaded, newest page first. */
export type MessagePages = InfiniteData<AnswerOf<'GET /messages/:ticketId'>, number>;

export const messageKeys = {
  threads: ['messages', 'thread'] as const,
  thread: (ticketId: number) => [...messageKeys.threads, ticketId] as const,
  prefetch: (ticketId: number) => ['messages', 'prefetch', ticketId] as const,
  peeks: ['messages', 'peek'] as const,
  peek: (ticketId: number) => [...messageKeys.peeks, ticketId] as const,
  findIn: (ticketId: number) => ['messages', 'find', ticketId] as const,
  find: (ticketId: number, searchParam: string, from: string) => [...messageKeys.findIn(ticketId), searchParam, from] as const,
  hits: ['messages', 'hits'] as const,
  hitsOf: (ticketId: number) => [...messageKeys.hits, ticketId] as const,
  allMedia: ['messages', 'media'] as const,
  media: (contactId: number, kind: string) => [...messageKeys.allMedia, contactId, kind] as const,
  allPending: ['messages', 'pending'] as const,
  pending: (ticketId: number) => [...messageKeys.allPending, ticketId] as const,
};
