import { pageSize } from '@balcao/contract/page-rules';
import type { PlanView } from '@balcao/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { planKeys } from './keys.ts';

/** The plans a new company may choose from. */
export function usePlans() {
  return useQuery({ queryKey: planKeys.choices, queryFn: ({ signal }) => api('GET /plans/list', { signal }) });
}

/** The plans page by page; for operators. */
export function usePlanPages(searchParam: string): InfiniteRows<PlanView> {
  return useInfiniteRows({
    queryKey: planKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /plans', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.plans,
    pageSize: pageSize.rest,
  });
}

/** A plan that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedPlan(plan: PlanView | null) {
  const planId = plan?.id ?? 0;
  return useQuery({
    queryKey: planKeys.one(planId),
    queryFn: ({ signal }) => api('GET /plans/:planId', { params: { planId }, signal }),
    enabled: plan !== null,
    ...(plan && { initialData: plan }),
    staleTime: 0,
    gcTime: 0,
  });
}
