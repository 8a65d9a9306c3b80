// The only writer of the audit log.
import type { AuditVerb } from '@balcao/contract/audit-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';

export type AuditEntry = {
  verb: AuditVerb;
  subject?: string;
  details?: Record<string, unknown>;
  by?: { id: number | null; name: string } | null;
  ip?: string | undefined;
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

/** Of all companies: deletes entries made before `before`. Answers how many. */
export async function pruneAudit({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_log where ctid in (select ctid from audit_log where at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
