import type { QueryClient } from '@tanstack/react-query';
import { prefetchConversationNotes } from '../notes/queries.ts';
import { prefetchTicketMoves } from '../tickets/queries.ts';
import { messageKeys } from './keys.ts';
import { peekNewest } from './queries.ts';

/**
 * Loads the newest page of a conversation before it is opened, and what is told between its messages. It marks nothing as read; opening asks again,
 * and marks. So it asks for the page under a key of its own: whoever opens the conversation meanwhile must not share its answer.
 */
export async function prefetchThread(cache: QueryClient, ticketId: number, contactId: number): Promise<void> {
  const thread = messageKeys.thread(ticketId);
  const known = () => cache.getQueryState(thread) !== undefined;
  if (known()) return;
  prefetchTicketMoves(cache, ticketId);
  prefetchConversationNotes(cache, ticketId, contactId);
  const page = await cache.fetchQuery({
    queryKey: messageKeys.prefetch(ticketId),
    queryFn: ({ signal }) => peekNewest(ticketId, signal),
    gcTime: 0,
    retry: false,
  });
  if (!known()) cache.setQueryData(thread, { pages: [page], pageParams: [1] });
}
