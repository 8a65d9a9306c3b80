import type { AnnouncementView } from '@balcao/contract/announcements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyAnnouncement, markRead, removeAnnouncement } from '../../../data/announcements/live.ts';
import { api, upload } from '../../../platform/api.ts';
import { type AnnouncementValues, announcementBody } from './announcement-form.ts';

/** Adds an announcement (`id` null) or changes one. `useSetPicture` uploads its picture. */
export function useSaveAnnouncement() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: AnnouncementValues }) => {
      const body = announcementBody(values);
      return id === null
        ? api('POST /announcements', { body })
        : api('PUT /announcements/:announcementId', { params: { announcementId: id }, body });
    },
    onSuccess: (record) => applyAnnouncement(cache, record),
  });
}

/** Sets the picture of an announcement, or removes it (`file` null). */
export function useSetPicture() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, file, onProgress }: { id: number; file: File | null; onProgress: (share: number) => void }) => {
      const params = { announcementId: id };
      if (file === null) return (await api('DELETE /announcements/:announcementId/media-upload', { params })).record;
      const body = new FormData();
      body.append('file', file);
      return (await upload('POST /announcements/:announcementId/media-upload', { params, body, onProgress })).record;
    },
    onSuccess: (record: AnnouncementView) => applyAnnouncement(cache, record),
  });
}

/** Removes an announcement with its picture. */
export function useDeleteAnnouncement() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (announcementId: number) => api('DELETE /announcements/:announcementId', { params: { announcementId } }),
    onSuccess: (_, announcementId) => removeAnnouncement(cache, announcementId),
  });
}

/** Notes that the person has read these. */
export function useReadAnnouncements() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => api('PUT /v1/announcements/read', { body: { ids } }),
    onSuccess: ({ ids }) => markRead(cache, ids),
  });
}
