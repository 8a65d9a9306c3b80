import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyQuickMessage, removeQuickMessage } from '../../../data/quick-messages/live.ts';
import { api, upload } from '../../../platform/api.ts';
import { type QuickMessageValues, quickMessageBody } from './quick-message-form.ts';

/** Adds a quick message (`id` null) or changes one. `useAttach` uploads its file. */
export function useSaveQuickMessage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: QuickMessageValues }) => {
      const body = quickMessageBody(values);
      return id === null
        ? api('POST /quick-messages', { body })
        : api('PUT /quick-messages/:quickMessageId', { params: { quickMessageId: id }, body });
    },
    onSuccess: (record) => applyQuickMessage(cache, record),
  });
}

/** Attaches a file to a quick message, or removes the attached one (`file` null). */
export function useAttach() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, file, onProgress }: { id: number; file: File | null; onProgress: (share: number) => void }) => {
      const params = { quickMessageId: id };
      if (file === null) return (await api('DELETE /quick-messages/:quickMessageId/media-upload', { params })).record;
      const body = new FormData();
      body.append('file', file);
      return (await upload('POST /quick-messages/:quickMessageId/media-upload', { params, body, onProgress })).record;
    },
    onSuccess: (record: QuickMessageView) => applyQuickMessage(cache, record),
  });
}

/** Removes a quick message with its file. */
export function useDeleteQuickMessage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (quickMessageId: number) => api('DELETE /quick-messages/:quickMessageId', { params: { quickMessageId } }),
    onSuccess: (_, quickMessageId) => removeQuickMessage(cache, quickMessageId),
  });
}
