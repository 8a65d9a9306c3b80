// The only writer of the audit log.
import type { Scoped } from '../../../../platform/context.ts';

export type AuditEntry = {
  verb: string;
  subject?: string;
  details?: Record<string, unknown>;
  by?: { id: number; name: string } | null;
  ip?: string;
};

export async function insertAuditEntry({ db, companyId }: Scoped, entry: AuditEntry, at: Date): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      company_id: companyId,
      at,
      actor_id: entry.by?.id ?? null,
      actor_name: entry.by?.name ?? null,
      verb: entry.verb,
      subject: entry.subject ?? null,
      details: JSON.stringify(entry.details ?? {}),
      ip: entry.ip ?? null,
    })
    .execute();
}
