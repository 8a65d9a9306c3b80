import type { QueueOptionView } from '@balcao/contract/queue-options';
import type { OptionRow } from './store/options.ts';

/** `link` turns a file's key into a path. */
export function queueOptionView(row: OptionRow, link: (key: string, name?: string) => string): QueueOptionView {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    option: String(row.option),
    queueId: row.queue_id,
    parentId: row.parent_id,
    mediaPath: row.media_key && link(row.media_key, row.media_name ?? undefined),
    mediaName: row.media_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
