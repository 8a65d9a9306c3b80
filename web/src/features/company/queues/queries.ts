import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

export const queueKeys = {
  all: ['queues'] as const,
  list: ['queues', 'list'] as const,
};

/** All queues of the company in their order. */
export function useQueues() {
  return useQuery({ queryKey: queueKeys.list, queryFn: ({ signal }) => api('GET /queue', { signal }) });
}
