import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { contactListKeys } from './keys.ts';

/** The contact lists by name, to choose from. Asked for each time, since their numbers are looked up meanwhile. */
export function useContactListChoices() {
  return useQuery({
    queryKey: contactListKeys.choices,
    queryFn: ({ signal }) => api('GET /contact-lists/list', { signal }),
    staleTime: 0,
  });
}

/** The contact lists page by page. */
export function useContactLists(searchParam: string): InfiniteRows<ContactListView> {
  return useInfiniteRows({
    queryKey: contactListKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /contact-lists', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** One list, as it is now. */
export function useContactList(contactListId: number) {
  return useQuery({
    queryKey: contactListKeys.one(contactListId),
    queryFn: ({ signal }) => api('GET /contact-lists/:contactListId', { params: { contactListId }, signal }),
    enabled: contactListId > 0,
  });
}

/** A list that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedContactList(list: ContactListView | null) {
  const contactListId = list?.id ?? 0;
  return useQuery({
    queryKey: contactListKeys.one(contactListId),
    queryFn: ({ signal }) => api('GET /contact-lists/:contactListId', { params: { contactListId }, signal }),
    enabled: list !== null,
    ...(list && { initialData: list }),
    staleTime: 0,
  });
}

/** The contacts of a list page by page. */
export function useContactListItems(contactListId: number, searchParam: string): InfiniteRows<ContactListItemView> {
  return useInfiniteRows({
    queryKey: contactListKeys.itemPage(contactListId, searchParam),
    fetchPage: (pageNumber, signal) => api('GET /contact-list-items', { query: { contactListId, searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.contacts,
    pageSize: pageSize.rest,
  });
}

/** A contact of a list that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedItem(item: ContactListItemView | null) {
  const contactListItemId = item?.id ?? 0;
  return useQuery({
    queryKey: contactListKeys.item(contactListItemId),
    queryFn: ({ signal }) => api('GET /contact-list-items/:contactListItemId', { params: { contactListItemId }, signal }),
    enabled: item !== null,
    ...(item && { initialData: item }),
    staleTime: 0,
    gcTime: 0,
  });
}
