import type { ContactView } from '@balcao/contract/contacts';
import { pageSize } from '@balcao/contract/page-rules';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, fetchFile } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { type ContactFilter, contactKeys } from './keys.ts';

/** The contacts page by page. `keepPrevious`: the rows of the previous filter stay until the first page has loaded. */
export function useContacts(
  filter: ContactFilter,
  { enabled = true, keepPrevious = false }: { enabled?: boolean; keepPrevious?: boolean } = {},
): InfiniteRows<ContactView> {
  return useInfiniteRows({
    queryKey: contactKeys.list(filter),
    fetchPage: (pageNumber, signal) => api('GET /contacts', { query: { ...filter, pageNumber }, signal }),
    rowsOf: (page) => page.contacts,
    pageSize: pageSize.contacts,
    enabled,
    keepPrevious,
  });
}

function contactQuery(contactId: number) {
  return queryOptions({
    queryKey: contactKeys.one(contactId),
    queryFn: ({ signal }) => api('GET /contacts/:contactId', { params: { contactId }, signal }),
  });
}

/** One contact with its extra information. */
export function useContact(contactId: number | null) {
  return useQuery({ ...contactQuery(contactId ?? 0), enabled: contactId !== null });
}

/** Loads a contact before it is shown. */
export function prefetchContact(cache: QueryClient, contactId: number): void {
  void cache.prefetchQuery(contactQuery(contactId));
}

/** Contacts that may be the same person. */
export function useDuplicates(contactId: number) {
  return useQuery({
    queryKey: contactKeys.duplicates(contactId),
    queryFn: ({ signal }) => api('GET /v1/contacts/:contactId/duplicates', { params: { contactId }, signal }),
  });
}

/** What was merged into a contact, newest first. */
export function useMerges(contactId: number) {
  return useQuery({
    queryKey: contactKeys.merges(contactId),
    queryFn: ({ signal }) => api('GET /v1/contacts/:contactId/merges', { params: { contactId }, signal }),
  });
}

/** All contacts as a CSV file. */
export function readContactsFile(): Promise<Blob> {
  return fetchFile('GET /v1/contacts/export.csv');
}
