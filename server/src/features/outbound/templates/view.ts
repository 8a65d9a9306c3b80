import type { TemplateSync, TemplateView } from '@balcao/contract/templates';
import type { SyncRow, TemplateRow } from './store.ts';

export function templateView(row: TemplateRow): TemplateView {
  return {
    id: row.id,
    whatsappId: row.connection_id,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    reason: row.reason,
    quality: row.quality,
    content: row.content,
    updatedAt: row.updated_at.toISOString(),
  };
}

export function syncView(row: SyncRow | null): TemplateSync {
  return {
    running: row !== null && row.started_at !== null,
    syncedAt: row?.synced_at?.toISOString() ?? null,
    failure: row?.failure ?? null,
  };
}
