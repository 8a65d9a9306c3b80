import type { ImportView } from '@balcao/contract/imports';
import type { ImportRow } from './store.ts';

export function importView(row: ImportRow): ImportView {
  return {
    id: row.id,
    status: row.status,
    kind: row.kind,
    contactListId: row.list_id,
    fileName: row.file_name,
    total: row.total,
    processed: row.processed,
    created: row.created,
    duplicates: row.duplicates,
    invalid: row.invalid,
    error: row.error,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
