import type { ScheduleView } from '@balcao/contract/schedules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applySchedule, removeSchedule } from '../../../data/schedules/live.ts';
import { api, upload } from '../../../platform/api.ts';
import type { ScheduleBody } from './schedule-form.ts';

/** Adds a scheduled message (`id` null) or changes one. `usePicture` uploads its picture. */
export function useSaveSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: ScheduleBody }) =>
      id === null ? api('POST /schedules', { body }) : api('PUT /schedules/:scheduleId', { params: { scheduleId: id }, body }),
    onSuccess: (schedule) => applySchedule(cache, schedule),
  });
}

/** Moves one to another day and time of the company. */
export function useMoveSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, sendAt }: { id: number; sendAt: string }) =>
      api('PUT /schedules/:scheduleId', { params: { scheduleId: id }, body: { sendAt } }),
    onSuccess: (schedule) => applySchedule(cache, schedule),
  });
}

/** Attaches a picture to a scheduled message, or removes the attached one (`file` null). */
export function usePicture() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, file, onProgress }: { id: number; file: File | null; onProgress: (share: number) => void }) => {
      const params = { scheduleId: id };
      if (file === null) return (await api('DELETE /schedules/:scheduleId/media-upload', { params })).schedule;
      const body = new FormData();
      body.append('file', file);
      return (await upload('POST /schedules/:scheduleId/media-upload', { params, body, onProgress })).schedule;
    },
    onSuccess: (schedule: ScheduleView) => applySchedule(cache, schedule),
  });
}

/** Sends one although the health of its number holds it back. */
export function useOverruleSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (scheduleId: number) => api('POST /v1/schedules/:scheduleId/overrule', { params: { scheduleId } }),
    onSuccess: (schedule) => applySchedule(cache, schedule),
  });
}

/** Removes a scheduled message and what it would repeat. */
export function useDeleteSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (scheduleId: number) => api('DELETE /schedules/:scheduleId', { params: { scheduleId } }),
    onSuccess: (_, scheduleId) => removeSchedule(cache, scheduleId),
  });
}
