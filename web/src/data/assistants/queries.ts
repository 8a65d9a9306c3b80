import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { assistantKeys } from './keys.ts';

/** The assistants of the company by name. */
export function useAssistants(enabled: boolean) {
  return useQuery({ queryKey: assistantKeys.list, queryFn: ({ signal }) => api('GET /v1/assistants', { signal }), enabled, staleTime: 0 });
}
