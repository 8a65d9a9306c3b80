import type { QueryClient } from '@tanstack/react-query';
import { messageKeys } from './keys.ts';
import { peekNewest } from './queries.ts';

/**
 * Loads the newest page of a conversation somebody reaches for, so that it stands as they open it. Nothing is marked as read:
 * opening asks anew. So it has a key of its own, for who opens it meanwhile must not be given an answer that marked nothing.
 */
export async function loadAhead(cache: QueryClient, ticketId: number): Promise<void> {
  const thread = messageKeys.thread(ticketId);
  const known = () => cache.getQueryState(thread) !== undefined;
  if (known()) return;
  const page = await cache.fetchQuery({
    queryKey: messageKeys.ahead(ticketId),
    queryFn: ({ signal }) => peekNewest(ticketId, signal),
    gcTime: 0,
    retry: false,
  });
  if (!known()) cache.setQueryData(thread, { pages: [page], pageParams: [1] });
}
