import type { ContactDetail, ContactView } from '@balcao/contract/contacts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { contactKeys } from './queries.ts';

type Page = { contacts: ContactView[]; count: number; hasMore: boolean };
type Pages = InfiniteData<Page, number>;

/** Brings the news about contacts into the cache while the component is shown. */
export function useLiveContacts(): void {
  useLiveCache('contact', hearContact);
  useLiveCache('contacts', (cache) => refreshSoon(cache, contactKeys.lists));
}

/** One piece of news about a contact. */
export function hearContact(cache: QueryClient, news: News<'contact'>): void {
  if (news.action === 'delete') {
    removeContact(cache, news.contactId);
    // It may have gone into another.
    refreshSoon(cache, contactKeys.allMerges);
    refreshSoon(cache, contactKeys.allDuplicates);
  } else {
    applyContact(cache, news.contact);
    // News lack the extra information.
    const key = contactKeys.one(news.contact.id);
    if (cache.getQueryData(key)) refreshSoon(cache, key);
  }
}

/**
 * Puts a contact into every list and detail that holds it; an older copy than ours is dropped.
 * Where its name or number changed, or a list lacks it, the order and the search are the server's to decide, so it is asked again.
 */
export function applyContact(cache: QueryClient, contact: ContactView): void {
  cache.setQueryData<ContactDetail>(contactKeys.one(contact.id), (held) =>
    held && isNewer(contact, held) ? { ...held, ...contact } : held,
  );
  let settled = true;
  for (const [key, data] of cache.getQueriesData<Pages>({ queryKey: contactKeys.lists })) {
    const held = data?.pages.flatMap((page) => page.contacts).find(({ id }) => id === contact.id);
    if (!data) continue;
    if (!held || held.name !== contact.name || held.number !== contact.number) settled = false;
    if (held && isNewer(contact, held))
      cache.setQueryData<Pages>(
        key,
        inPages(data, (contacts) => contacts.map((row) => (row.id === contact.id ? contact : row))),
      );
  }
  if (!settled) refreshSoon(cache, contactKeys.lists);
}

/** Takes a contact out of every list and forgets its detail; one that is open is asked for again, and found gone. */
export function removeContact(cache: QueryClient, contactId: number): void {
  cache.removeQueries({ queryKey: contactKeys.one(contactId), type: 'inactive' });
  void cache.invalidateQueries({ queryKey: contactKeys.one(contactId) });
  for (const [key, data] of cache.getQueriesData<Pages>({ queryKey: contactKeys.lists })) {
    if (!data?.pages.some((page) => page.contacts.some(({ id }) => id === contactId))) continue;
    const without = inPages(data, (contacts) => contacts.filter(({ id }) => id !== contactId));
    cache.setQueryData<Pages>(key, { ...without, pages: without.pages.map((page) => ({ ...page, count: Math.max(0, page.count - 1) })) });
  }
}

function inPages(data: Pages, change: (contacts: ContactView[]) => ContactView[]): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, contacts: change(page.contacts) })) };
}

function isNewer(contact: ContactView, held: ContactView): boolean {
  return contact.updatedAt >= held.updatedAt;
}
