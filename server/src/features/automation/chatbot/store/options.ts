// The only writer of the options below queues.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { QueueOptions } from '../../../../tables.ts';

export type OptionRow = Selectable<QueueOptions>;

/** Most options of a queue, on all levels together. */
export const optionsMax = 500;

export type Listing = {
  queueIds?: readonly number[] | undefined;
  /** Null: the top level; undefined: all levels. */
  parentId?: number | null | undefined;
  id?: number | undefined;
};

/** In the order of their menus, without those of deleted queues. */
export async function listOptionRows({ db, companyId }: Scoped, { queueIds, parentId, id }: Listing): Promise<OptionRow[]> {
  const isThere = sql<boolean>`exists (
    select 1 from queues q where q.company_id = queue_options.company_id and q.id = queue_options.queue_id and q.deleted_at is null)`;
  let query = db.selectFrom('queue_options').selectAll().where('company_id', '=', companyId).where(isThere);
  if (queueIds) query = query.where((eb) => eb('queue_id', '=', eb.fn.any(sql<number[]>`${[...queueIds]}::bigint[]`)));
  if (parentId !== undefined) query = query.where('parent_id', parentId === null ? 'is' : '=', parentId);
  if (id !== undefined) query = query.where('id', '=', id);
  return query
    .orderBy('option')
    .orderBy('id')
    .limit(optionsMax * 10)
    .execute();
}

export async function findOptionRow(ctx: Scoped, id: number): Promise<OptionRow | null> {
  const [row] = await listOptionRows(ctx, { id });
  return row ?? null;
}

/** Locks the row against changes until the transaction ends. */
export async function shareOptionRow({ db, companyId }: Scoped, id: number): Promise<void> {
  await sql`select 1 from queue_options where company_id = ${companyId} and id = ${id} for share`.execute(db);
}

/** One transaction at a time may change the menus of a queue. */
export async function lockMenusOf({ db, companyId }: Scoped, queueId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`queue-options:${companyId}:${queueId}`}, 0))`.execute(db);
}

export async function insertOption({ db, companyId }: Scoped, option: Omit<Insertable<QueueOptions>, 'company_id'>): Promise<number> {
  const row = await db
    .insertInto('queue_options')
    .values({ ...option, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function saveOption({ db, companyId }: Scoped, id: number, change: Updateable<QueueOptions>): Promise<void> {
  await db.updateTable('queue_options').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Numbers siblings 1, 2, 3… in the order given. */
export async function numberOptions({ db, companyId }: Scoped, ids: readonly number[]): Promise<void> {
  await sql`
    update queue_options o set option = place.n
    from unnest(${[...ids]}::bigint[]) with ordinality as place (id, n)
    where o.company_id = ${companyId} and o.id = place.id and o.option <> place.n`.execute(db);
}

/** Removes an option with all options below it. */
export async function removeOption({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('queue_options').where('company_id', '=', companyId).where('id', '=', id).execute();
}
