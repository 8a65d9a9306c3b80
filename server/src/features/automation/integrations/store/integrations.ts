// The only writer of integrations.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { contains } from '../../../../platform/db/matching.ts';
import type { Integrations } from '../../../../tables.ts';

export type IntegrationRow = Selectable<Integrations>;

/** Newest first. */
export async function listIntegrationRows(
  { db, companyId }: Scoped,
  search: string,
  limit: number,
  offset: number,
): Promise<IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    select * from integrations i where i.company_id = ${companyId} and ${contains(sql`i.name`, search)}
    order by i.created_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countIntegrations({ db, companyId }: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from integrations i where i.company_id = ${companyId} and ${contains(sql`i.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findIntegration({ db, companyId }: Scoped, id: number): Promise<IntegrationRow | null> {
  const row = await db.selectFrom('integrations').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockIntegration({ db, companyId }: Scoped, id: number): Promise<IntegrationRow | null> {
  const query = db.selectFrom('integrations').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

export function insertIntegration({ db, companyId }: Scoped, row: Omit<Insertable<Integrations>, 'company_id'>): Promise<IntegrationRow> {
  return db
    .insertInto('integrations')
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the given columns; undefined ones stay. */
export function saveIntegration({ db, companyId }: Scoped, id: number, change: Updateable<Integrations>): Promise<IntegrationRow> {
  return db
    .updateTable('integrations')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeIntegration({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('integrations').where('company_id', '=', companyId).where('id', '=', id).execute();
}
