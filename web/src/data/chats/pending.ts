// Messages on their way into a chat. They are kept apart from the loaded pages, so that a refetch never takes one off the screen.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../platform/api.ts';
import { chatKeys } from './keys.ts';

export type PendingChatMessage = {
  /** Sent as the Idempotency-Key; comes back as `clientKey`. */
  key: string;
  chatId: number;
  message: string;
  mentions: readonly number[];
  files: readonly File[];
  createdAt: string;
  /** Null while it is on its way. */
  error: ApiError | null;
};

const none: PendingChatMessage[] = [];

/** What is on its way into a chat. */
export function usePendingChat(chatId: number): readonly PendingChatMessage[] {
  const { data } = useQuery<PendingChatMessage[]>({
    queryKey: chatKeys.pending(chatId),
    queryFn: () => none,
    enabled: false,
    // What somebody wrote is kept however long they look at something else.
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
}

/** What is on its way under this key; undefined once it arrived or was discarded. */
export function pendingChat(cache: QueryClient, chatId: number, key: string): PendingChatMessage | undefined {
  return cache.getQueryData<PendingChatMessage[]>(chatKeys.pending(chatId))?.find((held) => held.key === key);
}

/** Adds a pending message, or changes the one with its key. */
export function putPendingChat(cache: QueryClient, pending: PendingChatMessage): void {
  cache.setQueryData<PendingChatMessage[]>(chatKeys.pending(pending.chatId), (held = none) =>
    held.some(({ key }) => key === pending.key) ? held.map((other) => (other.key === pending.key ? pending : other)) : [...held, pending],
  );
}

/** Forgets a pending message, if there is one with this key. */
export function dropPendingChat(cache: QueryClient, chatId: number, key: string): void {
  cache.setQueryData<PendingChatMessage[]>(chatKeys.pending(chatId), (held) => held?.filter((other) => other.key !== key));
}
