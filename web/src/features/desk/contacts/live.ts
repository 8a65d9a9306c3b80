import type { ContactDetail, ContactView } from '@balcao/contract/contacts';
import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../../platform/live-rows.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import type { News } from '../../../platform/socket.ts';
import { contactKeys } from './queries.ts';

const lists: RowLists<ContactView> = {
  queryKey: contactKeys.lists,
  field: 'contacts',
  staysPlaced: (held, contact) => held.name === contact.name && held.number === contact.number,
};

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

/** Puts a contact into the lists and the detail that holds it; an older copy than ours is dropped. */
export function applyContact(cache: QueryClient, contact: ContactView): void {
  cache.setQueryData<ContactDetail>(contactKeys.one(contact.id), (held) =>
    held && isNewer(contact, held) ? { ...held, ...contact } : held,
  );
  applyRow(cache, lists, contact);
}

/** Takes a contact out of every list and forgets its detail; one that is open is asked for again, and found gone. */
export function removeContact(cache: QueryClient, contactId: number): void {
  cache.removeQueries({ queryKey: contactKeys.one(contactId), type: 'inactive' });
  void cache.invalidateQueries({ queryKey: contactKeys.one(contactId) });
  removeRow(cache, lists, contactId);
}

function isNewer(contact: ContactView, held: ContactView): boolean {
  return contact.updatedAt >= held.updatedAt;
}
