// The outbox of a connection: messages are claimed under a lease, then settled or released.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';

/** When the lease of a send that begins now expires. */
export type SendLease = { text: Date; file: Date };

export type Claim = { id: number; contact_id: number };

/**
 * Takes the first unsent message of up to `limit` chats for sending. Skips a chat whose first unsent message is being sent or waits for
 * its next attempt, so that messages keep their order.
 */
export async function claimOutbox(
  { db, companyId }: Scoped,
  connectionId: number,
  limit: number,
  now: Date,
  until: SendLease,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with firsts as (
      select distinct on (contact_id) id, contact_id, state, next_attempt_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
      order by contact_id, id
    ), taken as (
      select m.id from messages m join firsts f on f.id = m.id
      where m.company_id = ${companyId} and m.state = 'queued' and (f.next_attempt_at is null or f.next_attempt_at <= ${now})
      order by m.id limit ${limit} for update of m skip locked
    )
    update messages m set state = 'sending', attempts = attempts + 1, updated_at = ${now},
      next_attempt_at = case when media_key is null then ${until.text}::timestamptz else ${until.file}::timestamptz end
    from taken where m.company_id = ${companyId} and m.id = taken.id
    returning m.id, m.contact_id`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/** Puts messages being sent back into the queue: all, or only those with exactly the lease `until`. */
export async function requeueSending({ db, companyId }: Scoped, connectionId: number, now: Date, until?: SendLease): Promise<void> {
  const claim = until ? sql`next_attempt_at in (${until.text}, ${until.file})` : sql`true`;
  await sql`update messages set state = 'queued', next_attempt_at = null, updated_at = ${now}
    where company_id = ${companyId} and connection_id = ${connectionId} and state = 'sending' and ${claim}`.execute(db);
}

/** Ends the leases of interrupted sends at `until`, if not earlier. Sends that ended with `uncertain` keep theirs. */
export async function shortenLeases(
  { db, companyId }: Scoped,
  connectionId: number,
  { until, uncertain }: { until: Date; uncertain: string },
): Promise<void> {
  await sql`update messages set next_attempt_at = ${until}
    where company_id = ${companyId} and connection_id = ${connectionId} and state = 'sending'
      and fail_reason is distinct from ${uncertain} and next_attempt_at > ${until}`.execute(db);
}

/** Locks messages of a connection whose lease has expired. */
export async function lockExpiredSends(
  { db, companyId }: Scoped,
  connectionId: number,
  now: Date,
): Promise<{ id: number; ticket_id: number }[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'ticket_id'])
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'sending')
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * When the outbox of a connection has something to do next: to send, or to settle a send whose lease expires. Null when it is empty. Later
 * messages of a chat wait for the first.
 */
export async function nextDue({ db, companyId }: Scoped, connectionId: number): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(coalesce(next_attempt_at, created_at)) as due from (
      select distinct on (contact_id) next_attempt_at, created_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
      order by contact_id, id
    ) firsts`.execute(db);
  return rows[0]?.due ?? null;
}

export type OfCompany = { company_id: number; connection_id: number };

/** Of all companies: messages whose lease has expired. */
export async function lostSends(
  { db }: Pick<PlatformTx, 'db'>,
  now: Date,
  limit: number,
): Promise<(OfCompany & { id: number; channel: ConnectionChannel })[]> {
  const { rows } = await sql<OfCompany & { id: number; channel: ConnectionChannel }>`
    select m.company_id, m.connection_id, m.id, w.channel from messages m
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    where m.state = 'sending' and m.next_attempt_at <= ${now} limit ${limit}`.execute(db);
  return rows;
}

/** Of all companies: connections with messages that have been due since before `before`. */
export async function overdueOutboxes({ db }: Pick<PlatformTx, 'db'>, before: Date): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select distinct company_id, connection_id from messages
    where state = 'queued' and coalesce(next_attempt_at, created_at) <= ${before} limit 500`.execute(db);
  return rows;
}
