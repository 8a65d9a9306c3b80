// Messages on their way to the server. They are kept apart from the loaded pages, so that a refetch never takes a bubble off the screen.
import type { MediaKind } from '@balcao/contract/media-rules';
import type { MessageView } from '@balcao/contract/messages';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../platform/api.ts';
import { onSignOut } from '../../platform/session.ts';
import { createStore, useStore } from '../../platform/store.ts';
import { messageKeys } from './keys.ts';

export type PendingFile = {
  blob: Blob;
  name: string;
  kind: MediaKind;
  previewUrl: string | null;
  /** Of a picture, where known, in pixels. */
  size?: { width: number; height: number } | undefined;
  /** The length of a recording. */
  seconds?: number | undefined;
};

/** The conversation, for a list of what is on its way in all of them. */
export type PendingTo = { name: string; uuid: string };

/** A message on its way to the server. */
export type PendingMessage = {
  /** Sent as the Idempotency-Key; comes back as `clientKey`. */
  key: string;
  ticketId: number;
  /** Whom it is for, where that is known. */
  to: PendingTo | null;
  body: string;
  quoted: MessageView | null;
  file: PendingFile | null;
  /** The latest message the person had looked at; null: it goes whatever colleagues answered. */
  after?: string | null | undefined;
  createdAt: string;
  /** `waiting`: the connection broke, it is tried again by itself; `failed`: the server refused, the person decides. */
  state: 'sending' | 'waiting' | 'failed';
  /** How much of the file has left, from 0 to 1. */
  progress: number;
  error: ApiError | null;
};

const none: PendingMessage[] = [];
const everywhere = createStore<readonly PendingMessage[]>(none);
onSignOut(() => everywhere.set(none));

/** What is on its way in all tickets, in the order in which it was written. */
export function useAllPending(): readonly PendingMessage[] {
  return useStore(everywhere);
}

function tellAll(cache: QueryClient): void {
  const held = cache.getQueriesData<PendingMessage[]>({ queryKey: messageKeys.allPending }).flatMap(([, pending]) => pending ?? []);
  everywhere.set(held.sort((a, b) => a.createdAt.localeCompare(b.createdAt)));
}

/** What is on its way in a ticket. */
export function usePendingMessages(ticketId: number): readonly PendingMessage[] {
  return useQuery<PendingMessage[]>({ queryKey: messageKeys.pending(ticketId), queryFn: () => none, enabled: false }).data ?? none;
}

/** As `usePendingMessages`, at this moment. */
export function pendingMessages(cache: QueryClient, ticketId: number): readonly PendingMessage[] {
  return cache.getQueryData<PendingMessage[]>(messageKeys.pending(ticketId)) ?? none;
}

/** Adds a pending message to its ticket, or changes the one with the same key. */
export function putPending(cache: QueryClient, pending: PendingMessage): void {
  cache.setQueryData<PendingMessage[]>(messageKeys.pending(pending.ticketId), (held = []) =>
    held.some(({ key }) => key === pending.key) ? held.map((other) => (other.key === pending.key ? pending : other)) : [...held, pending],
  );
  tellAll(cache);
}

/** Forgets a pending message, if there is one with this key. */
export function dropPending(cache: QueryClient, ticketId: number, key: string): void {
  cache.setQueryData<PendingMessage[]>(messageKeys.pending(ticketId), (held) =>
    held?.some((other) => other.key === key) ? held.filter((other) => other.key !== key) : held,
  );
  tellAll(cache);
}

/** The key under which a message was pending; the server adds `:0`, `:1`… for the messages of one call. Null for messages of others. */
export function pendingKeyOf({ clientKey }: Pick<MessageView, 'clientKey'>): string | null {
  return clientKey?.replace(/:\d+$/, '') ?? null;
}
