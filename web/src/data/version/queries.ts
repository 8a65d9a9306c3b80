import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { neverNews } from '../../platform/live-cache.ts';

/** The version of the server, asked for once; undefined until it is known. */
export function useVersion(): string | undefined {
  return useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => api('GET /version', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: neverNews,
  }).data?.version;
}
