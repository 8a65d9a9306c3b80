import type { OptionStep } from '@balcao/contract/queue-options';
import { api, upload } from '../../../../platform/api.ts';
import type { Publisher } from './option-store.ts';
import type { PlannedStep } from './option-sync.ts';

/** Sends the draft of a queue's options. */
export const optionPublisher: Publisher = {
  steps: async (queueId, steps) => {
    const { created, at } = await api('PUT /v1/queues/:queueId/options', { params: { queueId }, body: { steps: steps.map(stepOf) } });
    return { created: new Map(created.map(({ id, optionId }) => [id, optionId])), at };
  },
  media: (queueOptionId, file) =>
    file
      ? upload('POST /queue-options/:queueOptionId/media-upload', { params: { queueOptionId }, body: formOf(file) })
      : api('DELETE /queue-options/:queueOptionId/media-upload', { params: { queueOptionId } }),
};

/** Without the key, which only the editor knows. */
function stepOf(step: PlannedStep): OptionStep {
  if (!('key' in step)) return step;
  const { key, ...rest } = step;
  return rest;
}

/** Sets the file that goes out after the greeting of a queue. */
export function uploadQueueMedia(queueId: number, file: File, onProgress?: (share: number) => void) {
  return upload('POST /queue/:queueId/media-upload', { params: { queueId }, body: formOf(file), ...(onProgress ? { onProgress } : {}) });
}

export function removeQueueMedia(queueId: number) {
  return api('DELETE /queue/:queueId/media-upload', { params: { queueId } });
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}
