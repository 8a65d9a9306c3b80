// The journal of inbound facts: the key of each, which recognises a repeated delivery, and those that failed with all that a retry needs.
// Written together with what follows from them.
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { noteRevision, revisionColumn } from '../../../../platform/db/kept.ts';
import type { DB } from '../../../../tables.ts';
import type { OfCompany } from './outbox.ts';

/**
 * Notes the key of a fact. `isNew`: it was not there yet; waits for a transaction that is about to note the same. `known`: what `read` says,
 * which must need no lock.
 */
export async function noteKey<T>(
  ctx: Scoped,
  connectionId: number,
  key: string,
  now: Date,
  read: RawBuilder<T> = sql`null`,
): Promise<{ isNew: boolean; known: T | null }> {
  const { db, companyId } = ctx;
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ noted: boolean; revision: string; known: T | null }>`
    select note_inbound(${companyId}, ${connectionId}, ${key}, ${day}) as noted, ${revisionColumn(companyId)}, ${read} as known`.execute(
    db,
  );
  noteRevision(ctx, rows[0]?.revision ?? '');
  return { isNew: rows[0]?.noted ?? false, known: rows[0]?.known ?? null };
}

/** Records a fact that failed, to be retried, or to be looked at by a person if `nextAttemptAt` is null. Nothing if its key is there already. */
export async function insertFailedEvent(
  ctx: Scoped,
  connectionId: number,
  event: { key: string; payload: unknown; error: string; now: Date; nextAttemptAt: Date | null },
): Promise<void> {
  if (!(await noteKey(ctx, connectionId, event.key, event.now)).isNew) return;
  await sql`
    insert into inbound_events (company_id, connection_id, key, payload, received_at, attempts, next_attempt_at, error)
    values (${ctx.companyId}, ${connectionId}, ${event.key}, ${JSON.stringify(event.payload)}, ${event.now}, 1, ${event.nextAttemptAt}, ${event.error})`.execute(
    ctx.db,
  );
}

export type WaitingEvent = { key: string; received_at: Date; payload: unknown; attempts: number };

/** Locks a journaled fact that is due at `by`; null if there is none. */
export async function lockEvent({ db, companyId }: Scoped, connectionId: number, key: string, by: Date): Promise<WaitingEvent | null> {
  const { rows } = await sql<WaitingEvent>`
    select key, received_at, payload, attempts from inbound_events
    where company_id = ${companyId} and connection_id = ${connectionId} and key = ${key} and processed_at is null and next_attempt_at <= ${by}
    for update`.execute(db);
  return rows[0] ?? null;
}

export async function saveEvent(
  { db, companyId }: Scoped,
  connectionId: number,
  { key, received_at }: WaitingEvent,
  change: Updateable<DB['inbound_events']>,
): Promise<void> {
  await db
    .updateTable('inbound_events')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('key', '=', key)
    .where('received_at', '=', received_at)
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
