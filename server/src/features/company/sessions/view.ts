import type { SessionView } from '@balcao/contract/auth';
import type { SessionRow } from './store.ts';

export function sessionView(row: SessionRow, currentId: string): SessionView {
  return {
    id: row.id,
    current: row.id === currentId,
    operator: row.operator_name,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    usedAt: row.rotated_at.toISOString(),
  };
}
