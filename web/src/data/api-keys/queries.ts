import type { ApiKeyView } from '@balcao/contract/api-keys';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { apiKeyKeys } from './keys.ts';

/** The keys of the company. Asked for each time, since programs use them meanwhile. */
export function useApiKeys() {
  return useQuery({ queryKey: apiKeyKeys.list, queryFn: ({ signal }) => api('GET /v1/api-keys', { signal }), staleTime: 0 });
}

/** A key that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedApiKey(record: ApiKeyView | null) {
  const apiKeyId = record?.id ?? 0;
  return useQuery({
    queryKey: apiKeyKeys.one(apiKeyId),
    queryFn: ({ signal }) => api('GET /v1/api-keys/:apiKeyId', { params: { apiKeyId }, signal }),
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}
