import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** The plans a new company may choose from. */
export function usePlans() {
  return useQuery({ queryKey: ['plans', 'public'], queryFn: ({ signal }) => api('GET /plans/list', { signal }) });
}
