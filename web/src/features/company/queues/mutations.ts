import type { CompanyView } from '@balcao/contract/companies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyQueue, removeQueue } from '../../../data/queues/live.ts';
import { api } from '../../../platform/api.ts';
import { type QueueValues, queueBody } from './form/queue-form.ts';

/** Adds a queue (`queueId` null) or changes one. `hasHours`: queues have opening hours of their own. */
export function useSaveQueue(hasHours: boolean) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ queueId, values }: { queueId: number | null; values: QueueValues }) =>
      queueId === null
        ? api('POST /queue', { body: queueBody(values, hasHours) })
        : api('PUT /queue/:queueId', { params: { queueId }, body: queueBody(values, hasHours) }),
    onSuccess: (queue) => applyQueue(cache, queue),
  });
}

/** Sets the holidays of the company, which close all its queues; its own hours stay as they are. */
export function useSaveHolidays() {
  return useMutation({
    mutationFn: ({ company, holidays }: { company: CompanyView; holidays: CompanyView['holidays'] }) =>
      api('PUT /companies/:companyId/schedules', { params: { companyId: company.id }, body: { schedules: company.schedules, holidays } }),
  });
}

/** Removes a queue; its tickets stay without a queue. */
export function useDeleteQueue() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (queueId: number) => api('DELETE /queue/:queueId', { params: { queueId } }),
    onSuccess: (_, queueId) => removeQueue(cache, queueId),
  });
}
