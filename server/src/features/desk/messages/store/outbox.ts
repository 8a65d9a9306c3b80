// The outbox of a connection: messages are claimed under a lease, then settled or released. A row of it is locked after its message, and
// never waited for by those who take many.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { noteRevision, revisionColumn } from '../../../../platform/db/kept.ts';

/** When the lease of a send that begins now expires. */
export type SendLease = { text: Date; file: Date };

/** What the outbox says about a message. */
export type OutboxRow = {
  state: 'queued' | 'sending';
  attempts: number;
  reason: string | null;
  lease_until: Date | null;
  next_attempt_at: Date | null;
  created_at: Date;
};

/** Puts a stored message into the outbox, or back into it. */
export async function enterOutbox(
  { db, companyId }: Scoped,
  { id, connection_id, contact_id }: { id: number; connection_id: number; contact_id: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('message_outbox')
    .values({ company_id: companyId, message_id: id, connection_id, contact_id, created_at: now, updated_at: now })
    .execute();
}

/** Locks what the outbox says about a message; null if it is not there. The caller has locked the message. */
export async function lockOutboxRow({ db, companyId }: Scoped, messageId: number): Promise<OutboxRow | null> {
  const { rows } = await sql<OutboxRow>`
    select state, attempts, reason, lease_until, next_attempt_at, created_at from message_outbox
    where company_id = ${companyId} and message_id = ${messageId} for update`.execute(db);
  return rows[0] ?? null;
}

/** Puts a message being sent back into the queue. `attempts` and `reason` stay where they are not given. */
export async function requeue(
  { db, companyId }: Scoped,
  messageId: number,
  to: { nextAttemptAt: Date | null; reason?: string; attempts?: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable('message_outbox')
    .set({
      state: 'queued',
      lease_until: null,
      next_attempt_at: to.nextAttemptAt,
      reason: to.reason,
      attempts: to.attempts,
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('message_id', '=', messageId)
    .execute();
}

/** Nobody knows whether it was sent: it stays `sending`, with the reason. */
export async function noteUncertain({ db, companyId }: Scoped, messageId: number, reason: string, now: Date): Promise<void> {
  await sql`update message_outbox set reason = ${reason}, updated_at = ${now}
    where company_id = ${companyId} and message_id = ${messageId}`.execute(db);
}

/**
 * Takes the first unsent message of up to `limit` chats for sending. Skips a chat whose first unsent message is being sent or waits for
 * its next attempt, so that messages keep their order. `rest`: the outbox holds others, now or for later.
 */
export async function claimOutbox(
  { db, companyId }: Scoped,
  connectionId: number,
  limit: number,
  now: Date,
  until: SendLease,
): Promise<{ ids: number[]; rest: boolean }> {
  const { rows } = await sql<{ id: number; rest: boolean }>`
    with firsts as (
      select distinct on (contact_id) message_id, next_attempt_at from message_outbox
      where company_id = ${companyId} and connection_id = ${connectionId}
      order by contact_id, message_id
    ), taken as (
      select o.message_id from message_outbox o join firsts f on f.message_id = o.message_id
      where o.company_id = ${companyId} and o.state = 'queued' and (f.next_attempt_at is null or f.next_attempt_at <= ${now})
      order by o.message_id limit ${limit} for update of o skip locked
    )
    update message_outbox o set state = 'sending', attempts = o.attempts + 1, updated_at = ${now}, next_attempt_at = null,
      lease_until = case when m.media_key is null then ${until.text}::timestamptz else ${until.file}::timestamptz end
    from taken join messages m on m.company_id = ${companyId} and m.id = taken.message_id
    where o.company_id = ${companyId} and o.message_id = taken.message_id
    returning o.message_id as id, exists (
      select from message_outbox other where other.company_id = ${companyId} and other.connection_id = ${connectionId}
        and not exists (select from taken where taken.message_id = other.message_id)) as rest`.execute(db);
  return { ids: rows.map(({ id }) => id).sort((a, b) => a - b), rest: rows[0]?.rest ?? false };
}

/** Puts messages being sent back into the queue: those with exactly the lease `until`. */
export async function requeueSending({ db, companyId }: Scoped, connectionId: number, now: Date, until: SendLease): Promise<void> {
  const claim = sql`lease_until in (${until.text}, ${until.file})`;
  await sql`update message_outbox set state = 'queued', lease_until = null, next_attempt_at = null, updated_at = ${now}
    where company_id = ${companyId} and connection_id = ${connectionId} and state = 'sending' and ${claim}`.execute(db);
}

export type Waiting = { id: number; ticket_id: number };

/**
 * What was being sent when a run of a connection ended. On the channels `repeatable` it is queued again. Elsewhere its lease ends at `until`, if
 * not earlier; sends that ended with `uncertain` keep theirs. Returns those whose lease has expired. Brings the configuration's revision along.
 */
export async function recoverSends(
  ctx: Scoped,
  connectionId: number,
  { now, until, uncertain, repeatable }: { now: Date; until: Date; uncertain: string; repeatable: readonly ConnectionChannel[] },
): Promise<Waiting[]> {
  const { db, companyId } = ctx;
  const sending = sql`o.company_id = ${companyId} and o.connection_id = ${connectionId} and o.state = 'sending'`;
  const mayRepeat = sql`(select w.channel = any(${[...repeatable]}::text[]) from connections w where w.company_id = ${companyId} and w.id = ${connectionId})`;
  const { rows } = await sql<{ expired: Waiting[]; revision: string }>`
    with queued as (
      update message_outbox o set state = 'queued', lease_until = null, next_attempt_at = null, updated_at = ${now} where ${sending} and ${mayRepeat}
    ), shortened as (
      update message_outbox o set lease_until = ${until}
      where ${sending} and not ${mayRepeat} and o.reason is distinct from ${uncertain} and o.lease_until > ${until}
    )
    select ${revisionColumn(companyId)}, coalesce((
      select json_agg(json_build_object('id', m.id, 'ticket_id', m.ticket_id) order by m.id)
      from message_outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
      where ${sending} and not ${mayRepeat} and o.lease_until <= ${now}), '[]') as expired`.execute(db);
  noteRevision(ctx, rows[0]?.revision ?? '');
  return rows[0]?.expired ?? [];
}

/**
 * When the outbox of a connection has something to do next: to send, or to settle a send whose lease expires. Null when it is empty. Later
 * messages of a chat wait for the first.
 */
export async function nextDue({ db, companyId }: Scoped, connectionId: number): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(coalesce(lease_until, next_attempt_at, created_at)) as due from (
      select distinct on (contact_id) lease_until, next_attempt_at, created_at from message_outbox
      where company_id = ${companyId} and connection_id = ${connectionId}
      order by contact_id, message_id
    ) firsts`.execute(db);
  return rows[0]?.due ?? null;
}

/** The messages of these tickets have moved to another contact, and what waits of them follows. */
export async function moveOutbox({ db, companyId }: Scoped, from: number, to: number, ticketIds: readonly number[]): Promise<void> {
  await sql`update message_outbox o set contact_id = ${to} from messages m
    where o.company_id = ${companyId} and o.contact_id = ${from}
      and m.company_id = ${companyId} and m.id = o.message_id and m.ticket_id = any(${[...ticketIds]}::bigint[])`.execute(db);
}

export type OfCompany = { company_id: number; connection_id: number };

/** Of all companies: messages whose lease has expired. */
export async function lostSends(
  { db }: Pick<PlatformTx, 'db'>,
  now: Date,
  limit: number,
): Promise<(OfCompany & { id: number; channel: ConnectionChannel })[]> {
  const { rows } = await sql<OfCompany & { id: number; channel: ConnectionChannel }>`
    select o.company_id, o.connection_id, o.message_id as id, w.channel from message_outbox o
    join connections w on w.company_id = o.company_id and w.id = o.connection_id
    where o.state = 'sending' and o.lease_until <= ${now} limit ${limit}`.execute(db);
  return rows;
}

/** Of all companies: connections with messages that have been due since before `before`. */
export async function overdueOutboxes({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select distinct company_id, connection_id from message_outbox
    where state = 'queued' and coalesce(next_attempt_at, created_at) <= ${before} limit ${limit}`.execute(db);
  return rows;
}
