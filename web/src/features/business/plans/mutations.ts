import { useMutation, useQueryClient } from '@tanstack/react-query';
import { planKeys } from '../../../data/plans/keys.ts';
import { api } from '../../../platform/api.ts';
import { type PlanValues, planBody } from './plan-form.ts';

/** Adds a plan (`id` null) or changes one. */
export function useSavePlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: PlanValues }) => {
      const body = planBody(values);
      return id === null ? api('POST /plans', { body }) : api('PUT /plans/:planId', { params: { planId: id }, body });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: planKeys.all }),
  });
}

/** Removes a plan that no company has. */
export function useDeletePlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (planId: number) => api('DELETE /plans/:planId', { params: { planId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: planKeys.all }),
  });
}
