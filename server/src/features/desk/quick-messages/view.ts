import type { QuickMessageView } from '@balcao/contract/quick-messages';
import type { QuickMessageRow } from './store.ts';

/** `link` makes an absolute URL of a file's key. */
export function quickMessageView(row: QuickMessageRow, link: (key: string, name?: string) => string): QuickMessageView {
  return {
    id: row.id,
    shortcode: row.shortcode,
    message: row.message,
    geral: row.shared,
    status: row.active,
    isMedia: row.media_key !== null,
    mediaPath: row.media_key && link(row.media_key, row.media_name ?? undefined),
    mediaName: row.media_name,
    mediaMime: row.media_mime,
    queueId: row.queue_id,
    userId: row.user_id,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
