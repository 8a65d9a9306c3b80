import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiKeyKeys } from '../../../data/api-keys/keys.ts';
import { api } from '../../../platform/api.ts';
import { type ApiKeyValues, apiKeyBody } from './api-key-form.ts';

/** Makes a key (`id` null) or changes one. Answers the key itself if it is new, else null. */
export function useSaveApiKey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, values }: { id: number | null; values: ApiKeyValues }): Promise<string | null> => {
      const body = apiKeyBody(values);
      if (id === null) return (await api('POST /v1/api-keys', { body })).key;
      await api('PUT /v1/api-keys/:apiKeyId', { params: { apiKeyId: id }, body });
      return null;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: apiKeyKeys.all }),
  });
}

/** Removes a key. */
export function useDeleteApiKey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: number) => api('DELETE /v1/api-keys/:apiKeyId', { params: { apiKeyId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: apiKeyKeys.all }),
  });
}
