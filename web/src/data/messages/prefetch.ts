import type { QueryClient } from '@tanstack/react-query';
import { contactKeys } from '../contacts/keys.ts';
import { noteKeys } from '../notes/keys.ts';
import { prefetchConversationNotes } from '../notes/queries.ts';
import { ticketKeys } from '../tickets/keys.ts';
import { prefetchTicketMoves } from '../tickets/queries.ts';
import { messageKeys } from './keys.ts';
import { peekNewest } from './queries.ts';

type Reached = { id: number; contactId: number };

/**
 * Ends what is on its way for a conversation that somebody reached for and nobody opened, but for what the one they reach for now needs too.
 * Browsers ask for few things at once: on a slow line what is opened would wait for everything that the pointer has passed.
 */
export function endPrefetch(cache: QueryClient, { id, contactId }: Reached, now: Reached): void {
  const keys = [messageKeys.prefetch(id), ticketKeys.moves(id), noteKeys.thread(id, contactId)];
  const all = contactId === now.contactId ? keys : [...keys, contactKeys.one(contactId)];
  // Somebody looks at what is active.
  for (const queryKey of id === now.id ? [] : all) void cache.cancelQueries({ queryKey, exact: true, type: 'inactive' });
}

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
