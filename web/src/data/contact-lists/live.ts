import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { contactListKeys } from './keys.ts';

const lists: RowLists<ContactListView> = {
  queryKey: contactListKeys.pages,
  field: 'records',
  staysPlaced: (held, list) => held.name === list.name,
};

export const contactListsLive: Live = { ContactList: hearContactList, ContactListItem: hearItem };

/** One piece of news about a list. */
export function hearContactList(cache: QueryClient, news: News<'ContactList'>): void {
  refreshSoon(cache, contactListKeys.choices);
  if (news.action === 'delete') removeContactList(cache, news.id);
  else applyContactList(cache, news.record);
}

/** One piece of news about the contacts of a list. */
export function hearItem(cache: QueryClient, news: News<'ContactListItem'>): void {
  if (news.action === 'reload') refreshSoon(cache, contactListKeys.itemsOf(news.contactListId));
  else if (news.action === 'delete') removeItem(cache, news.contactListId, news.id);
  else applyItem(cache, news.record);
}

/** Puts a list where it is shown. Its numbers change without its date, so the latest news count. */
export function applyContactList(cache: QueryClient, list: ContactListView): void {
  changeHeld<ContactListView>(cache, contactListKeys.one(list.id), (held) => (list.updatedAt < held.updatedAt ? held : list));
  applyRow(cache, lists, list);
}

/** Takes a list out of where it is shown. */
export function removeContactList(cache: QueryClient, contactListId: number): void {
  for (const queryKey of [contactListKeys.one(contactListId), contactListKeys.itemsOf(contactListId)])
    void cache.invalidateQueries({ queryKey });
  removeRow(cache, lists, contactListId);
}

/** Puts a contact into the list it is on. */
export function applyItem(cache: QueryClient, item: ContactListItemView): void {
  refreshSoon(cache, contactListKeys.item(item.id));
  applyRow(cache, itemLists(item.contactListId), item);
}

/** Takes a contact out of its list. */
export function removeItem(cache: QueryClient, contactListId: number, itemId: number): void {
  void cache.invalidateQueries({ queryKey: contactListKeys.item(itemId) });
  removeRow(cache, itemLists(contactListId), itemId);
}

function itemLists(contactListId: number): RowLists<ContactListItemView> {
  return {
    queryKey: contactListKeys.itemsOf(contactListId),
    field: 'contacts',
    staysPlaced: (held, item) => held.name === item.name,
  };
}
