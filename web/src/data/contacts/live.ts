import type { ContactDetail, ContactView } from '@balcao/contract/contacts';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { contactKeys } from './keys.ts';

const lists: RowLists<ContactView> = {
  queryKey: contactKeys.lists,
  field: 'contacts',
  staysPlaced: (held, contact) => held.name === contact.name && held.number === contact.number,
};

export const contactsLive: Live = {
  contact: hearContact,
  contacts: (cache) => refreshSoon(cache, contactKeys.lists),
};

/** One piece of news about a contact. */
export function hearContact(cache: QueryClient, news: News<'contact'>): void {
  if (news.action === 'delete') {
    removeContact(cache, news.contactId);
    // It may have been merged into another one.
    refreshSoon(cache, contactKeys.allMerges);
    refreshSoon(cache, contactKeys.allDuplicates);
  } else {
    applyContact(cache, news.contact);
    // News lack the extra information.
    const key = contactKeys.one(news.contact.id);
    if (cache.getQueryData(key)) refreshSoon(cache, key);
  }
}

/** Puts a contact into the lists and the detail that hold it; an older copy than ours is dropped. */
export function applyContact(cache: QueryClient, contact: ContactView): void {
  changeHeld<ContactDetail>(cache, contactKeys.one(contact.id), (held) =>
    contact.updatedAt >= held.updatedAt ? { ...held, ...contact } : held,
  );
  applyRow(cache, lists, contact);
}

/** Stores a contact from the reply to one of our own calls, with its extra information. */
export function keepContact(cache: QueryClient, contact: ContactDetail): void {
  cache.setQueryData(contactKeys.one(contact.id), contact);
  applyContact(cache, contact);
}

/** Takes a contact out of every list and forgets its detail. If it is open, it is fetched again, and the page finds that it is gone. */
export function removeContact(cache: QueryClient, contactId: number): void {
  cache.removeQueries({ queryKey: contactKeys.one(contactId), type: 'inactive' });
  void cache.invalidateQueries({ queryKey: contactKeys.one(contactId) });
  removeRow(cache, lists, contactId);
}
