import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyHelp, removeHelp } from '../../../data/helps/live.ts';
import { api } from '../../../platform/api.ts';
import { type HelpValues, helpBody } from './help-form.ts';

/** Adds a video (`id` null) or changes one. */
export function useSaveHelp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: HelpValues }) => {
      const body = helpBody(values);
      return id === null ? api('POST /helps', { body }) : api('PUT /helps/:helpId', { params: { helpId: id }, body });
    },
    onSuccess: (record) => applyHelp(cache, record),
  });
}

/** Removes a video. */
export function useDeleteHelp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (helpId: number) => api('DELETE /helps/:helpId', { params: { helpId } }),
    onSuccess: (_, helpId) => removeHelp(cache, helpId),
  });
}
