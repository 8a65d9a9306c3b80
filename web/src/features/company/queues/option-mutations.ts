import { ApiError, api, upload } from '../../../platform/api.ts';
import type { SendStep } from './option-store.ts';

/** Sends one change to the options of a queue. If another person removed the option first, that counts as removed. */
export const sendStep: SendStep = async (queueId, step) => {
  switch (step.do) {
    case 'create': {
      const { parentId, option, title, message } = step;
      const { id, updatedAt } = await api('POST /queue-options', { body: { queueId, parentId, option, title, message } });
      return { id, at: updatedAt };
    }
    case 'change':
      return change(step.id, { title: step.title, message: step.message });
    case 'place':
      return change(step.id, { option: step.option });
    case 'delete':
      await api('DELETE /queue-options/:queueOptionId', { params: { queueOptionId: step.id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      return { id: null, at: null };
  }
};

async function change(queueOptionId: number, body: { title?: string; message?: string; option?: number }) {
  const { updatedAt } = await api('PUT /queue-options/:queueOptionId', { params: { queueOptionId }, body });
  return { id: null, at: updatedAt };
}

/** Sets the file that goes out with an option. */
export function uploadOptionMedia(queueOptionId: number, file: File, onProgress: (share: number) => void) {
  return upload('POST /queue-options/:queueOptionId/media-upload', { params: { queueOptionId }, body: formOf(file), onProgress });
}

export function removeOptionMedia(queueOptionId: number) {
  return api('DELETE /queue-options/:queueOptionId/media-upload', { params: { queueOptionId } });
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
