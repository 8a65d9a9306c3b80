import type { InvoiceView } from '@balcao/contract/billing';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { billingKeys } from './keys.ts';

export type InvoiceStatus = '' | 'open' | 'overdue' | 'paid';

/** The invoices of the company, newest due date first. */
export function useInvoices(searchParam: string, status: InvoiceStatus): InfiniteRows<InvoiceView> {
  return useInfiniteRows({
    queryKey: billingKeys.page(searchParam, status),
    fetchPage: (pageNumber, signal) => api('GET /invoices/all', { query: { searchParam, pageNumber, status }, signal }),
    rowsOf: (page) => page.invoices,
    pageSize: pageSize.rest,
  });
}

/** One invoice, as it is now. */
export function useInvoice(invoiceId: number) {
  return useQuery({
    queryKey: billingKeys.one(invoiceId),
    queryFn: ({ signal }) => api('GET /invoices/:invoiceId', { params: { invoiceId }, signal }),
    enabled: invoiceId > 0,
    staleTime: 0,
  });
}
