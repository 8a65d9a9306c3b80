import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type MessagePages, messageKeys } from '../../../../data/messages/keys.ts';
import { loadTo, loadUntil, type useThread } from '../../../../data/messages/queries.ts';
import { isNoteId } from './note-id.ts';

/**
 * Loads the page before those that are there, and all up to a message, whose `position` is counted from the newest. The functions stay the same,
 * so that typing does not render the conversation again.
 */
export function useOlderMessages(ticketId: number, { hasNextPage, isFetching, fetchNextPage }: ReturnType<typeof useThread>) {
  const cache = useQueryClient();
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const seek = useCallback(
    async (messageId: string, position?: number) => {
      if (position !== undefined) await loadTo(cache, ticketId, position);
      // Notes stand between the messages that are there.
      if (isNoteId(messageId)) return true;
      const held = () => cache.getQueryData<MessagePages>(messageKeys.thread(ticketId));
      return loadUntil(messageId, held, () => fetchNextPage());
    },
    [cache, ticketId, fetchNextPage],
  );
  return { loadOlder, seek };
}
