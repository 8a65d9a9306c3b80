import type { CompanyUsage } from '@balcao/contract/usage';
import type { UsageRow } from './store.ts';

export function usageView(row: UsageRow): CompanyUsage {
  const plan =
    row.plan_name === null
      ? null
      : { name: row.plan_name, users: row.plan_users ?? 0, connections: row.plan_connections ?? 0, queues: row.plan_queues ?? 0 };
  const { id, name, status, due_date: dueDate, users, connections, queues } = row;
  return {
    id,
    name,
    status,
    dueDate,
    plan,
    users,
    connections,
    queues,
    messages: row.messages,
    monthMessages: row.month_messages,
    storageBytes: row.storage_bytes,
    aiTokens: row.ai_tokens,
    measuredAt: row.measured_at?.toISOString() ?? null,
  };
}
