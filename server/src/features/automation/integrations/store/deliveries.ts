// The only writer of deliveries: messages on their way to an integration and back.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import type { IntegrationDeliveries } from '../../../../tables.ts';

export type DeliveryRow = Selectable<IntegrationDeliveries>;
type Log = { integrationId: number; failed: boolean };

/** Newest first. */
export async function listDeliveryRows({ db, companyId }: Scoped, log: Log, limit: number, offset: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from integration_deliveries d where d.company_id = ${companyId} and ${inLog(log)} order by d.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function countDeliveries({ db, companyId }: Scoped, log: Log): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from integration_deliveries d where d.company_id = ${companyId} and ${inLog(log)}`.execute(db);
  return rows[0]?.n ?? 0;
}

function inLog({ integrationId, failed }: Log): RawBuilder<unknown> {
  return failed ? sql`d.integration_id = ${integrationId} and d.state = 'failed'` : sql`d.integration_id = ${integrationId}`;
}

/** One of an integration's log. */
export async function findDelivery({ db, companyId }: Scoped, integrationId: number, id: number): Promise<DeliveryRow | null> {
  const query = db.selectFrom('integration_deliveries').selectAll().where('company_id', '=', companyId);
  return (await query.where('integration_id', '=', integrationId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockDelivery({ db, companyId }: Scoped, id: number): Promise<DeliveryRow | null> {
  const query = db.selectFrom('integration_deliveries').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

/** The oldest delivery of a ticket that is under way, locked. The others wait behind it, so that words keep their order. */
export async function lockNextDelivery({ db, companyId }: Scoped, ticketId: number): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select * from integration_deliveries where company_id = ${companyId} and ticket_id = ${ticketId} and state in ('waiting', 'answering')
    order by id limit 1 for update`.execute(db);
  return rows[0] ?? null;
}

/** Null if the message is on its way to the integration already. */
export async function insertDelivery(
  { db, companyId }: Scoped,
  row: Omit<Insertable<IntegrationDeliveries>, 'company_id'>,
): Promise<DeliveryRow | null> {
  const inserted = await db
    .insertInto('integration_deliveries')
    .values({ ...row, company_id: companyId })
    .onConflict((conflict) => conflict.columns(['company_id', 'message_id', 'integration_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** Writes the given columns; undefined ones stay. */
export function saveDelivery({ db, companyId }: Scoped, id: number, change: Updateable<IntegrationDeliveries>): Promise<DeliveryRow> {
  return db
    .updateTable('integration_deliveries')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes deliveries of all companies from before a day. Answers how many, at most `limit`. */
export async function pruneDeliveries({ db }: PlatformTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from integration_deliveries where (company_id, id) in (
      select company_id, id from integration_deliveries where created_at < ${before} order by created_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
