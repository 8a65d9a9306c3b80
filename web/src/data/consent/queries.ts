import type { ConsentView } from '@balcao/contract/consent';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { api, fetchFile } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { consentKeys } from './keys.ts';

/** Whether a contact may be written to, and what they said. */
export function useConsent(contactId: number) {
  return useQuery({
    queryKey: consentKeys.of(contactId),
    queryFn: ({ signal }) => api('GET /v1/contacts/:contactId/consent', { params: { contactId }, signal }),
  });
}

/** The ledger page by page, newest first. */
export function useConsents(): InfiniteRows<ConsentView> {
  return useInfiniteRows({
    queryKey: consentKeys.ledger,
    fetchPage: (pageNumber, signal) => api('GET /v1/consents', { query: { pageNumber }, signal }),
    rowsOf: (page) => page.consents,
    pageSize: pageSize.rest,
  });
}

/** The whole ledger as a file. */
export async function readConsentsFile(): Promise<Blob> {
  return fetchFile('GET /v1/consents/export.csv', {});
}
