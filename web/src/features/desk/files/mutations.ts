import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyFileList, removeFileList } from '../../../data/files/live.ts';
import { applyMessage } from '../../../data/messages/live.ts';
import { api, upload } from '../../../platform/api.ts';
import { type FileListValues, fileListBody } from './file-list-form.ts';

/** Adds a file list (`id` null) or changes one. Its files follow by `useUploadFile`. */
export function useSaveFileList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: FileListValues }) => {
      const body = fileListBody(values);
      return id === null ? api('POST /files', { body }) : api('PUT /files/:fileListId', { params: { fileListId: id }, body });
    },
    onSuccess: (list) => applyFileList(cache, list),
  });
}

/** Sends the file of one entry of a list. */
export function useUploadFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (entry: { fileListId: number; entryId: number; file: File; onProgress: (share: number) => void }) => {
      const body = new FormData();
      body.append('id', String(entry.entryId));
      body.append('files', entry.file);
      const params = { fileListId: entry.fileListId };
      return (await upload('POST /files/uploadList/:fileListId', { params, body, onProgress: entry.onProgress })).files;
    },
    onSuccess: (list) => applyFileList(cache, list),
  });
}

/** Removes a list with its files. */
export function useDeleteFileList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (fileListId: number) => api('DELETE /files/:fileListId', { params: { fileListId } }),
    onSuccess: (_, fileListId) => removeFileList(cache, fileListId),
  });
}

/** Sends the files of a list to the customer of a ticket. The same `key` sends once. */
export function useSendFileList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ ticketId, fileListId, key }: { ticketId: number; fileListId: number; key: string }) =>
      api('POST /v1/tickets/:ticketId/files', { params: { ticketId }, body: { fileListId }, idempotencyKey: key, timeoutMs: 120_000 }),
    onSuccess: (messages) => {
      for (const message of messages) applyMessage(cache, message);
    },
  });
}
