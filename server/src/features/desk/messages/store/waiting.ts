// Messages in the outbox that wait for the connection, or until its number may begin conversations again.
import { heldBack } from '@balcao/contract/connection-health-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

type Outbox = { connectionId: number; now: Date };
type Waiting = { id: number; ticket_id: number };

/** Locks up to `limit` due messages that were written before `before`. */
export async function dueSince({ db, companyId }: Scoped, { connectionId, now }: Outbox, before: Date, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, ticket_id from messages
    where company_id = ${companyId} and connection_id = ${connectionId} and state = 'queued' and coalesce(next_attempt_at, ${now}) <= ${now}
      and created_at <= ${before}
    order by id limit ${limit} for update skip locked`.execute(db);
  return rows;
}

/** Puts off all due messages until they are `afterMs` old. Returns those for which the reason is new. */
export async function putOffAll(
  { db, companyId }: Scoped,
  { connectionId, now }: Outbox,
  reason: string,
  afterMs: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; news: boolean }>`
    with due as (
      select id, fail_reason is distinct from ${reason} as news from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state = 'queued' and coalesce(next_attempt_at, ${now}) <= ${now}
      for update skip locked
    )
    update messages m set fail_reason = ${reason}, next_attempt_at = m.created_at + ${afterMs} * interval '1 millisecond', updated_at = ${now}
    from due where m.company_id = ${companyId} and m.id = due.id returning m.id, due.news`.execute(db);
  return rows.filter(({ news }) => news).map(({ id }) => id);
}

/** Puts off until `until` all due messages to people who never wrote on this connection. Returns their ids. */
export async function putOffStrangers({ db, companyId }: Scoped, { connectionId, now }: Outbox, until: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select m.id from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
      where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.state = 'queued'
        and coalesce(m.next_attempt_at, ${now}) <= ${now} and not c.is_group
        and not exists (
          select 1 from tickets t where t.company_id = m.company_id and t.contact_id = m.contact_id
            and t.connection_id = m.connection_id and t.last_inbound_at is not null)
      for update of m skip locked
    )
    update messages m set fail_reason = ${heldBack}, next_attempt_at = ${until}, updated_at = ${now}
    from due where m.company_id = ${companyId} and m.id = due.id returning m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Has the customer ever written on this connection? Groups count as yes. */
export async function hasWritten({ db, companyId }: Scoped, connectionId: number, contactId: number): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select c.is_group or exists (
      select 1 from tickets t where t.company_id = c.company_id and t.contact_id = c.id
        and t.connection_id = ${connectionId} and t.last_inbound_at is not null) as wrote
    from contacts c where c.company_id = ${companyId} and c.id = ${contactId}`.execute(db);
  return rows[0]?.wrote ?? false;
}

/** Makes all waiting messages of a connection due. Returns whether there were any. */
export async function endWaiting({ db, companyId }: Scoped, { connectionId, now }: Outbox): Promise<boolean> {
  const { rows } = await sql`
    with freed as (
      update messages set fail_reason = null, next_attempt_at = null, updated_at = ${now}
      where company_id = ${companyId} and connection_id = ${connectionId} and state = 'queued' and fail_reason is not null returning 1
    ) select 1 as one from freed limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Makes messages held back for a contact due, because the contact has now written. Locks all queued messages of the chat, so that a
 * concurrent run, which cannot see the contact's message yet, does not hold them back again.
 */
export async function endHoldingBack({ db, companyId }: Scoped, { connectionId, now }: Outbox, contactId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with waiting as (
      select id, fail_reason from messages
      where company_id = ${companyId} and contact_id = ${contactId} and connection_id = ${connectionId} and state = 'queued'
      order by id for update
    )
    update messages m set fail_reason = null, next_attempt_at = null, updated_at = ${now}
    from waiting where m.company_id = ${companyId} and m.id = waiting.id and waiting.fail_reason = ${heldBack}
    returning m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many messages of an outbox are locked at once. */
export const lockedAtOnce = 200;

/** Locks the first messages of an outbox that wait, or that are being sent. */
export async function lockOutbox({ db, companyId }: Scoped, connectionId: number, state: 'queued' | 'sending'): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, ticket_id from messages
    where company_id = ${companyId} and connection_id = ${connectionId} and state = ${state} order by id limit ${lockedAtOnce} for update`.execute(
    db,
  );
  return rows;
}
