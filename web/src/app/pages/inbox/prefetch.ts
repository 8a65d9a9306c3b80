import type { TicketView } from '@balcao/contract/tickets';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchContact } from '../../../data/contacts/queries.ts';
import { endPrefetch, prefetchThread } from '../../../data/messages/prefetch.ts';

/**
 * Loads what opening a ticket shows first, instead of what `before` needs, which was prefetched before and may still be on its way. A waiting one is
 * not opened by a click.
 */
export async function prefetchTicket(cache: QueryClient, ticket: TicketView, before: TicketView | null): Promise<void> {
  prefetchContact(cache, ticket.contactId);
  if (before) endPrefetch(cache, before, ticket);
  if (ticket.status !== 'pending') await prefetchThread(cache, ticket.id, ticket.contactId);
}
