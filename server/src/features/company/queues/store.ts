// The only writer of queues. Deleted ones are invisible here; history still joins them.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import type { Queues } from '../../../tables.ts';

export type QueueRow = Selectable<Queues>;
export type QueueFields = Omit<Updateable<Queues>, 'company_id' | 'id'>;

// The plan limits the number of queues; this limits the answer in case it does not.
const listMax = 1000;

/** In the company's order: by their number, those without last, then by age. */
export function listQueueRows({ db, companyId }: Scoped): Promise<QueueRow[]> {
  return db
    .selectFrom('queues')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('order_queue', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(listMax)
    .execute();
}

export async function findQueueRow({ db, companyId }: Scoped, id: number): Promise<QueueRow | null> {
  const row = await db
    .selectFrom('queues')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Like `findQueueRow`, but locked against changes until the transaction ends: as it is once whoever changes it is done. */
export async function shareQueueRow({ db, companyId }: Scoped, id: number): Promise<QueueRow | null> {
  const { rows } = await sql<QueueRow>`
    select * from queues where company_id = ${companyId} and id = ${id} and deleted_at is null for share`.execute(db);
  return rows[0] ?? null;
}

/** Which of these are there, locked like that. */
export async function shareQueueIds({ db, companyId }: Scoped, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from queues where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks the row until the transaction ends, also against those who share it. */
export async function lockQueueRow({ db, companyId }: Scoped, id: number): Promise<void> {
  await sql`select 1 from queues where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
}

export function insertQueue({ db, companyId }: Scoped, queue: Omit<Insertable<Queues>, 'company_id'>): Promise<QueueRow> {
  return db
    .insertInto('queues')
    .values({ ...queue, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the changed row; null if there is none. */
export async function saveQueue({ db, companyId }: Scoped, id: number, fields: QueueFields): Promise<QueueRow | null> {
  const row = await db
    .updateTable('queues')
    .set(fields)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes an integration from every queue. Returns the changed rows. */
export function removeIntegration({ db, companyId }: Scoped, integrationId: number, at: Date): Promise<QueueRow[]> {
  return db
    .updateTable('queues')
    .set({ integration_id: null, updated_at: at })
    .where('company_id', '=', companyId)
    .where('integration_id', '=', integrationId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute();
}
