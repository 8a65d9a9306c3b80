import type { CountedTag, TagView } from '@balcao/contract/tags';
import type { CountedRow, TagRow } from './store.ts';

export function tagView(row: TagRow): TagView {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    kanban: row.kanban ? 1 : 0,
    userId: row.user_id,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function countedTag(row: CountedRow): CountedTag {
  return { ...tagView(row), ticketsCount: row.tickets };
}
