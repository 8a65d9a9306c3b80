// The only writer of the saved views of the list of tickets.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import type { TicketViews } from '../../../tables.ts';

export type TicketViewRow = Selectable<TicketViews>;

/** A person's own views in their order, and then those that others share. */
export async function listViews({ db, companyId }: Scoped, userId: number, limit: number): Promise<TicketViewRow[]> {
  const { rows } = await sql<TicketViewRow>`
    select * from ticket_views v where v.company_id = ${companyId} and (v.user_id = ${userId} or v.shared)
    order by (v.user_id = ${userId}) desc, v.place, v.id limit ${limit}`.execute(db);
  return rows;
}

/** How many views a person has, and how many the company shares; nobody adds one until the transaction ends. */
export async function countViews({ db, companyId }: Scoped, userId: number): Promise<{ own: number; shared: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket-views:${companyId}`}, 0))`.execute(db);
  const { rows } = await sql<{ own: number; shared: number }>`
    select count(*) filter (where user_id = ${userId})::int as own, count(*) filter (where shared)::int as shared
    from ticket_views where company_id = ${companyId} and (user_id = ${userId} or shared)`.execute(db);
  return rows[0] ?? { own: 0, shared: 0 };
}

/** Locks the row until the transaction ends. */
export async function lockView({ db, companyId }: Scoped, id: number): Promise<TicketViewRow | null> {
  const { rows } = await sql<TicketViewRow>`select * from ticket_views where company_id = ${companyId} and id = ${id} for update`.execute(
    db,
  );
  return rows[0] ?? null;
}

export function insertView({ db, companyId }: Scoped, row: Omit<Insertable<TicketViews>, 'company_id'>): Promise<TicketViewRow> {
  return db
    .insertInto('ticket_views')
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the given columns. */
export function saveView({ db, companyId }: Scoped, id: number, change: Updateable<TicketViews>): Promise<TicketViewRow> {
  return db
    .updateTable('ticket_views')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeView({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('ticket_views').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Those of a person that nobody else has. */
export async function removePrivateViews({ db, companyId }: Scoped, userId: number): Promise<void> {
  await sql`delete from ticket_views where company_id = ${companyId} and user_id = ${userId} and not shared`.execute(db);
}
