import type { AnnouncementView } from '@balcao/contract/announcements';
import type { AnnouncementRow } from './store.ts';

/** `link` makes an absolute URL of a key among the files of the row's company. */
export function announcementView(row: AnnouncementRow, link: (companyId: number, key: string) => string): AnnouncementView {
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    priority: row.priority as AnnouncementView['priority'],
    status: row.active,
    mediaPath: row.media_key && link(row.company_id, row.media_key),
    mediaName: row.media_name,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
