import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { noticeKeys } from './keys.ts';

/** What rings for the person, and their devices. */
export function useNotices() {
  return useQuery({ queryKey: noticeKeys.own, queryFn: ({ signal }) => fetchNotices(signal), staleTime: 0 });
}

/** The same, where nothing is shown of it. */
export function fetchNotices(signal?: AbortSignal) {
  return api('GET /v1/notices', { ...(signal && { signal }) });
}
