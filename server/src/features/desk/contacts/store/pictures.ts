import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** How many pictures a connection has asked for since then. */
export async function picturesAskedSince({ db, companyId }: Scoped, connectionId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from contacts
    where company_id = ${companyId} and connection_id = ${connectionId} and picture_checked_at >= ${since}`.execute(db);
  return rows[0]?.n ?? 0;
}
