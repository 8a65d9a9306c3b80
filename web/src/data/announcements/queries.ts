import type { AnnouncementView } from '@balcao/contract/announcements';
import { pageSize } from '@balcao/contract/page-rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { announcementKeys } from './keys.ts';

/** The announcements page by page, inactive ones too; for operators. */
export function useAnnouncements(searchParam: string): InfiniteRows<AnnouncementView> {
  return useInfiniteRows({
    queryKey: announcementKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /announcements', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.records,
    pageSize: pageSize.rest,
  });
}

/** The active announcements, newest first, and whether the person has read them. */
export function useShownAnnouncements(enabled: boolean) {
  return useQuery({ queryKey: announcementKeys.shown, queryFn: ({ signal }) => api('GET /announcements/list', { signal }), enabled });
}

/** An announcement that is being edited, as it is now. Begins with the copy at hand. */
export function useEditedAnnouncement(record: AnnouncementView | null) {
  const announcementId = record?.id ?? 0;
  return useQuery({
    queryKey: announcementKeys.one(announcementId),
    queryFn: ({ signal }) => api('GET /announcements/:announcementId', { params: { announcementId }, signal }),
    enabled: record !== null,
    ...(record && { initialData: record }),
    staleTime: 0,
    gcTime: 0,
  });
}
