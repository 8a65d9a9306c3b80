import type { ListedCompany } from '@balcao/contract/companies';
import { pageSize } from '@balcao/contract/page-rules';
import type { CompanyUsage, UsageSort } from '@balcao/contract/usage';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { companyKeys } from './keys.ts';

/** Every company page by page; for operators. */
export function useCompanies(searchParam: string): InfiniteRows<ListedCompany> {
  return useInfiniteRows({
    queryKey: companyKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /companies', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.companies,
    pageSize: pageSize.rest,
  });
}

/** What companies use, sorted; for operators. */
export function useCompaniesUsage(searchParam: string, sort: UsageSort, order: 'asc' | 'desc'): InfiniteRows<CompanyUsage> {
  return useInfiniteRows({
    queryKey: companyKeys.usage(searchParam, sort, order),
    fetchPage: (pageNumber, signal) => api('GET /v1/companies/usage', { query: { searchParam, pageNumber, sort, order }, signal }),
    rowsOf: (page) => page.companies,
    pageSize: pageSize.rest,
    staleTime: 0,
  });
}

/** What one company uses. */
export function useUsage(companyId: number) {
  return useQuery({
    queryKey: companyKeys.usageOf(companyId),
    queryFn: ({ signal }) => api('GET /v1/companies/:companyId/usage', { params: { companyId }, signal }),
    staleTime: 0,
    enabled: companyId > 0,
  });
}
