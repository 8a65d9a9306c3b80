// Messages on their way to the server. They are kept apart from the loaded pages, so that a refetch never takes a bubble off the screen.
import type { MediaKind } from '@balcao/contract/media-rules';
import type { MessageView } from '@balcao/contract/messages';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../platform/api.ts';
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

/** A message on its way to the server. */
export type PendingMessage = {
  /** Sent as the Idempotency-Key; comes back as `clientKey`. */
  key: string;
  ticketId: number;
  body: string;
  quoted: MessageView | null;
  file: PendingFile | null;
  createdAt: string;
  /** `waiting`: the connection broke, it is tried again by itself; `failed`: the server refused, the person decides. */
  state: 'sending' | 'waiting' | 'failed';
  /** How much of the file has left, from 0 to 1. */
  progress: number;
  error: ApiError | null;
};

const none: PendingMessage[] = [];

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
}

/** Forgets a pending message, if there is one with this key. */
export function dropPending(cache: QueryClient, ticketId: number, key: string): void {
  cache.setQueryData<PendingMessage[]>(messageKeys.pending(ticketId), (held) =>
    held?.some((other) => other.key === key) ? held.filter((other) => other.key !== key) : held,
  );
}

/** The key under which a message was pending; the server adds `:0`, `:1`… for the messages of one call. Null for messages of others. */
export function pendingKeyOf({ clientKey }: Pick<MessageView, 'clientKey'>): string | null {
  return clientKey?.replace(/:\d+$/, '') ?? null;
}
