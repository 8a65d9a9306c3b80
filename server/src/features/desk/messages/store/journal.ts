// The journal of inbound facts: written together with what follows from them, and kept for a while to recognise repeated deliveries.
import { sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import type { DB } from '../../../../tables.ts';
import type { OfCompany } from './outbox.ts';

/** Records a fact as processed. False if it is already there. */
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

/** Records a fact that failed, to be retried, or to be looked at by a person if `nextAttemptAt` is null. */
export async function insertFailedEvent(
  { db, companyId }: Scoped,
  connectionId: number,
  event: { key: string; payload: unknown; error: string; now: Date; nextAttemptAt: Date | null },
): Promise<void> {
  await sql`
    insert into inbound_events (company_id, connection_id, key, payload, received_at, attempts, next_attempt_at, error)
    values (${companyId}, ${connectionId}, ${event.key}, ${JSON.stringify(event.payload)}, ${event.now}, 1, ${event.nextAttemptAt}, ${event.error})
    on conflict do nothing`.execute(db);
}

export type WaitingEvent = { key: string; payload: unknown; attempts: number };

/** Locks a journaled fact that is due at `by`; null if there is none. */
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

/** Of all companies: journaled facts that are due. */
export async function dueEvents({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<(OfCompany & { key: string })[]> {
  const { rows } = await sql<OfCompany & { key: string }>`
    select company_id, connection_id, key from inbound_events where processed_at is null and next_attempt_at <= ${now} order by next_attempt_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Of all companies: deletes journal rows received before `processed` and processed, and those given up before `givenUp`. */
export async function pruneEvents(
  { db }: Pick<PlatformTx, 'db'>,
  before: { processed: Date; givenUp: Date },
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from inbound_events where ctid in (
    select ctid from inbound_events
    where (received_at < ${before.processed} and processed_at is not null)
      or (received_at < ${before.givenUp} and processed_at is null and next_attempt_at is null)
    limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
