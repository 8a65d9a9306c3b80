// The journal of what came in: written with what follows from it, kept for a while, so that the same fact once more is known.
import { sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import type { DB } from '../../../../tables.ts';
import type { OfCompany } from './outbox.ts';

/** Writes a fact into the journal as done. False when it is there already. */
export async function insertEvent(
  { db, companyId }: Scoped,
  connectionId: number,
  key: string,
  payload: unknown,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into inbound_events (company_id, connection_id, key, payload, received_at, processed_at)
    values (${companyId}, ${connectionId}, ${key}, ${JSON.stringify(payload)}, ${now}, ${now})
    on conflict do nothing returning 1 as one`.execute(db);
  return rows.length > 0;
}

/** Writes a fact that could not be worked on, to be tried again. */
export async function insertFailedEvent(
  { db, companyId }: Scoped,
  connectionId: number,
  event: { key: string; payload: unknown; error: string; now: Date; nextAttemptAt: Date },
): Promise<void> {
  await sql`
    insert into inbound_events (company_id, connection_id, key, payload, received_at, attempts, next_attempt_at, error)
    values (${companyId}, ${connectionId}, ${event.key}, ${JSON.stringify(event.payload)}, ${event.now}, 1, ${event.nextAttemptAt}, ${event.error})
    on conflict do nothing`.execute(db);
}

export type WaitingEvent = { key: string; payload: unknown; attempts: number };

/** A kept fact whose time has come by `by`; holds it. */
export async function lockEvent({ db, companyId }: Scoped, connectionId: number, key: string, by: Date): Promise<WaitingEvent | null> {
  const { rows } = await sql<WaitingEvent>`
    select key, payload, attempts from inbound_events
    where company_id = ${companyId} and connection_id = ${connectionId} and key = ${key} and processed_at is null and next_attempt_at <= ${by}
    for update`.execute(db);
  return rows[0] ?? null;
}

export async function saveEvent(
  { db, companyId }: Scoped,
  connectionId: number,
  key: string,
  change: Updateable<DB['inbound_events']>,
): Promise<void> {
  await db
    .updateTable('inbound_events')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('key', '=', key)
    .execute();
}

/** Of all companies: kept facts whose time has come. */
export async function dueEvents({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<(OfCompany & { key: string })[]> {
  const { rows } = await sql<OfCompany & { key: string }>`
    select company_id, connection_id, key from inbound_events where processed_at is null and next_attempt_at <= ${now} order by next_attempt_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Of all companies: forgets journal rows that were worked on before `before`. */
export async function pruneEvents({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<void> {
  await sql`delete from inbound_events where ctid in (
    select ctid from inbound_events where received_at < ${before} and processed_at is not null limit ${limit})`.execute(db);
}
