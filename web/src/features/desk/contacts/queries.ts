import { pageSize } from '@balcao/contract/common';
import type { ContactView } from '@balcao/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../../platform/infinite-rows.ts';

/** What the contacts page shows: a search, and the day or period in which the contacts were added (YYYY-MM-DD). */
export type ContactFilter = { searchParam: string; date?: string; dateStart?: string; dateEnd?: string };

export const contactKeys = {
  all: ['contacts'] as const,
  lists: ['contacts', 'list'] as const,
  list: (filter: ContactFilter) => [...contactKeys.lists, filter] as const,
  details: ['contacts', 'one'] as const,
  one: (id: number) => [...contactKeys.details, id] as const,
  allDuplicates: ['contacts', 'duplicates'] as const,
  duplicates: (id: number) => [...contactKeys.allDuplicates, id] as const,
  allMerges: ['contacts', 'merges'] as const,
  merges: (id: number) => [...contactKeys.allMerges, id] as const,
};

/** The contacts page by page. */
export function useContacts(filter: ContactFilter): InfiniteRows<ContactView> {
  return useInfiniteRows({
    queryKey: contactKeys.list(filter),
    fetchPage: (pageNumber, signal) => api('GET /contacts', { query: { ...filter, pageNumber }, signal }),
    rowsOf: (page) => page.contacts,
    pageSize: pageSize.contacts,
  });
}

/** One contact with its extra information. */
export function useContact(contactId: number | null) {
  return useQuery({
    queryKey: contactKeys.one(contactId ?? 0),
    queryFn: ({ signal }) => api('GET /contacts/:contactId', { params: { contactId: contactId ?? 0 }, signal }),
    enabled: contactId !== null,
  });
}

/** Contacts that may be the same person. */
export function useDuplicates(contactId: number, enabled: boolean) {
  return useQuery({
    queryKey: contactKeys.duplicates(contactId),
    queryFn: ({ signal }) => api('GET /v1/contacts/:contactId/duplicates', { params: { contactId }, signal }),
    enabled,
  });
}

/** What was merged into a contact, newest first. */
export function useMerges(contactId: number, enabled: boolean) {
  return useQuery({
    queryKey: contactKeys.merges(contactId),
    queryFn: ({ signal }) => api('GET /v1/contacts/:contactId/merges', { params: { contactId }, signal }),
    enabled,
  });
}
