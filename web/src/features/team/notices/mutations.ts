import type { NoticesView } from '@balcao/contract/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noticeKeys } from '../../../data/notices/keys.ts';
import { applyNotices } from '../../../data/notices/live.ts';
import { api } from '../../../platform/api.ts';
import { startPush, stopPush } from '../../../platform/push.ts';

/** Chooses what rings, when, and how it sounds. It holds at once, and no more if the server refuses. */
export function useChooseNotices(held: NoticesView) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (chosen: NoticeChoice) => api('PUT /v1/notices', { body: { silent: held.silent, ...chosen } }),
    onMutate: (chosen) => applyNotices(cache, { ...held, ...chosen }),
    onError: () => applyNotices(cache, held),
    onSuccess: (notices) => applyNotices(cache, notices),
  });
}

export type NoticeChoice = Partial<Pick<NoticesView, 'silent' | 'quiet' | 'tones' | 'insist'>>;

/** Lets this browser be told by web push. Answers false if the person did not allow it. */
export function useStartPush() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (publicKey: string) => startPush(publicKey),
    onSuccess: () => cache.invalidateQueries({ queryKey: noticeKeys.own }),
  });
}

/** Tells a device nothing any more. `here`: it is this browser. */
export function useRemoveDevice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, here }: { id: number; here: boolean }) => {
      await api('DELETE /v1/notices/devices/:noticeDeviceId', { params: { noticeDeviceId: id } });
      if (here) await stopPush();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: noticeKeys.own }),
  });
}

/** Sends a notice to a device of one's own. */
export function useTestDevice() {
  return useMutation({
    mutationFn: (noticeDeviceId: number) => api('POST /v1/notices/devices/:noticeDeviceId/test', { params: { noticeDeviceId } }),
  });
}
