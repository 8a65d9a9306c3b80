// Messages in the outbox that wait for the connection, or until its number may begin conversations again.
import { answersHeldBack, heldBack } from '@balcao/contract/connection-health-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { Waiting } from './outbox.ts';

type Outbox = { connectionId: number; now: Date };
/** `since`: a message to whoever wrote after that on this connection is an answer, as are all to groups. */
type Told = Outbox & { since: Date };

/** Up to `limit` due messages that entered the outbox before `before`. Nothing is locked. */
export async function dueSince({ db, companyId }: Scoped, { connectionId, now }: Outbox, before: Date, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select m.id, m.ticket_id from message_outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
    where o.company_id = ${companyId} and o.connection_id = ${connectionId} and o.state = 'queued'
      and coalesce(o.next_attempt_at, ${now}) <= ${now} and o.created_at <= ${before}
    order by m.id limit ${limit}`.execute(db);
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
      select message_id, reason is distinct from ${reason} as news from message_outbox
      where company_id = ${companyId} and connection_id = ${connectionId} and state = 'queued' and coalesce(next_attempt_at, ${now}) <= ${now}
      for update skip locked
    )
    update message_outbox o set reason = ${reason}, next_attempt_at = o.created_at + ${afterMs} * interval '1 millisecond', updated_at = ${now}
    from due where o.company_id = ${companyId} and o.message_id = due.message_id returning o.message_id as id, due.news`.execute(db);
  return rows.filter(({ news }) => news).map(({ id }) => id);
}

/** Puts off until `until` all due messages that begin conversations, but not those that overrule that. Returns their ids. */
export function putOffStrangers(ctx: Scoped, told: Told, until: Date): Promise<number[]> {
  return putOffSome(ctx, told, { isAnswer: false, reason: heldBack, until });
}

/** Puts off until `until` all due answers, but not those that overrule that. Returns their ids. */
export function putOffAnswers(ctx: Scoped, told: Told, until: Date): Promise<number[]> {
  return putOffSome(ctx, told, { isAnswer: true, reason: answersHeldBack, until });
}

async function putOffSome(
  { db, companyId }: Scoped,
  { connectionId, now, since }: Told,
  { isAnswer, reason, until }: { isAnswer: boolean; reason: string; until: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select o.message_id from message_outbox o join contacts c on c.company_id = o.company_id and c.id = o.contact_id
      where o.company_id = ${companyId} and o.connection_id = ${connectionId} and o.state = 'queued'
        and coalesce(o.next_attempt_at, ${now}) <= ${now} and not o.overrules
        and ${isAnswer} = (c.is_group or exists (
          select 1 from tickets t where t.company_id = o.company_id and t.contact_id = o.contact_id
            and t.connection_id = o.connection_id and t.last_inbound_at > ${since}))
      for update of o skip locked
    )
    update message_outbox o set reason = ${reason}, next_attempt_at = ${until}, updated_at = ${now}
    from due where o.company_id = ${companyId} and o.message_id = due.message_id returning o.message_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Has the customer of a message written on its connection since then? Groups count as yes. */
export async function hasWritten(
  { db, companyId }: Scoped,
  { connection_id: connectionId, contact_id: contactId }: { connection_id: number; contact_id: number },
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select c.is_group or exists (
      select 1 from tickets t where t.company_id = c.company_id and t.contact_id = c.id
        and t.connection_id = ${connectionId} and t.last_inbound_at > ${since}) as wrote
    from contacts c where c.company_id = ${companyId} and c.id = ${contactId}`.execute(db);
  return rows[0]?.wrote ?? false;
}

/** Makes all waiting messages of a connection due. Returns whether there were any. */
export async function endWaiting({ db, companyId }: Scoped, { connectionId, now }: Outbox): Promise<boolean> {
  const { rows } = await sql`
    with freed as (
      update message_outbox set reason = null, next_attempt_at = null, updated_at = ${now}
      where company_id = ${companyId} and connection_id = ${connectionId} and state = 'queued' and reason is not null returning 1
    ) select 1 as one from freed limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Makes messages held back for a contact due, because the contact has now written. Locks all queued messages of the chat, so that a
 * concurrent run, which cannot see the contact's message yet, does not hold them back again. For the statement that inserts the message:
 * `released` are their ids.
 */
export function releasing(companyId: number, { connectionId, now }: Outbox, contactId: number): RawBuilder<unknown> {
  return sql`waiting as (
      select message_id, reason from message_outbox
      where company_id = ${companyId} and connection_id = ${connectionId} and contact_id = ${contactId} and state = 'queued'
      order by message_id for update
    ), ${released(companyId, now)}`;
}

/** As `releasing` for the chats of many messages, the rows `m` of that statement; of each, `released` has its contact and connection. */
export function releasingAll(companyId: number, now: Date): RawBuilder<unknown> {
  return sql`waiting as (
      select o.message_id, o.reason from m join message_outbox o
        on o.company_id = ${companyId} and o.connection_id = m.connection_id and o.contact_id = m.contact_id and o.state = 'queued'
      order by o.message_id for update of o
    ), ${released(companyId, now)}`;
}

function released(companyId: number, now: Date): RawBuilder<unknown> {
  return sql`released as (
      update message_outbox o set reason = null, next_attempt_at = null, updated_at = ${now}
      from waiting where o.company_id = ${companyId} and o.message_id = waiting.message_id and waiting.reason = ${heldBack}
      returning o.message_id as id, o.connection_id, o.contact_id
    )`;
}

/** How many messages of an outbox are taken at once. */
export const takenAtOnce = 200;

/** The first messages of an outbox that wait, or that are being sent. Nothing is locked. */
export async function firstInOutbox({ db, companyId }: Scoped, connectionId: number, state: 'queued' | 'sending'): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select m.id, m.ticket_id from message_outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
    where o.company_id = ${companyId} and o.connection_id = ${connectionId} and o.state = ${state} order by m.id limit ${takenAtOnce}`.execute(
    db,
  );
  return rows;
}
