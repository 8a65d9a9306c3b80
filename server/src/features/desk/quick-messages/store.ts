// The only writer of quick messages.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { QuickMessages } from '../../../tables.ts';

export type QuickMessageRow = Selectable<QuickMessages>;

/** A user's own and the shared ones, by shortcode. Returns one row more than `limit` if there are more. */
export async function listUsable(
  { db, companyId }: Scoped,
  userId: number,
  wanted: { search: string; activeOnly: boolean },
  limit: number,
  offset: number,
): Promise<QuickMessageRow[]> {
  const { rows } = await sql<QuickMessageRow>`
    select * from quick_messages q where ${usable(companyId, userId, wanted)}
    order by lower(q.shortcode), q.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countUsable({ db, companyId }: Scoped, userId: number, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from quick_messages q where ${usable(companyId, userId, { search, activeOnly: false })}`.execute(db);
  return rows[0]?.n ?? 0;
}

function usable(companyId: number, userId: number, { search, activeOnly }: { search: string; activeOnly: boolean }): RawBuilder<unknown> {
  const all = [sql`q.company_id = ${companyId} and (q.user_id = ${userId} or q.shared)`, contains(sql`q.shortcode`, search)];
  if (activeOnly) all.push(sql`q.active`);
  return sql.join(all, sql` and `);
}

export async function findQuickMessage({ db, companyId }: Scoped, id: number): Promise<QuickMessageRow | null> {
  const row = await db.selectFrom('quick_messages').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockQuickMessage({ db, companyId }: Scoped, id: number): Promise<QuickMessageRow | null> {
  const { rows } =
    await sql<QuickMessageRow>`select * from quick_messages where company_id = ${companyId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

/** The quick messages of a queue, locked until the transaction ends. */
export async function lockOfQueue({ db, companyId }: Scoped, queueId: number): Promise<QuickMessageRow[]> {
  const { rows } = await sql<QuickMessageRow>`
    select * from quick_messages where company_id = ${companyId} and queue_id = ${queueId} order by id for update`.execute(db);
  return rows;
}

/** The ids of a user's quick messages that are not shared, locked until the transaction ends. */
export async function lockPrivateOf({ db, companyId }: Scoped, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from quick_messages where company_id = ${companyId} and user_id = ${userId} and not shared order by id for update`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export function insertQuickMessage(
  { db, companyId }: Scoped,
  row: Omit<Insertable<QuickMessages>, 'company_id'>,
): Promise<QuickMessageRow> {
  return db
    .insertInto('quick_messages')
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the given columns. */
export function saveQuickMessage({ db, companyId }: Scoped, id: number, change: Updateable<QuickMessages>): Promise<QuickMessageRow> {
  return db
    .updateTable('quick_messages')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeQuickMessage({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('quick_messages').where('company_id', '=', companyId).where('id', '=', id).execute();
}
