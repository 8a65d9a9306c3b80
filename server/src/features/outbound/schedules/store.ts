// The only writer of scheduled messages.
import type { TemplateChoice } from '@balcao/contract/template-rules';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { anyCompany } from '../../../platform/db/any-company.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { ScheduledMessages } from '../../../tables.ts';

export type ScheduledRow = Omit<Selectable<ScheduledMessages>, 'template'> & { template: TemplateChoice | null };
export type NewScheduled = Omit<Insertable<ScheduledMessages>, 'company_id'>;

/** With what the calendar shows of others. */
export type ScheduledWithNames = ScheduledRow & {
  contact_name: string;
  user_name: string | null;
  connection_name: string | null;
  connection_status: string | null;
  ticket_id: number | null;
  ticket_uuid: string | null;
  file_list_name: string | null;
  repeat_until_day: string | null;
};

const withNames = sql`
  select s.*, s.repeat_until::text as repeat_until_day, c.name as contact_name, u.name as user_name,
    w.name as connection_name, w.status as connection_status, f.name as file_list_name, t.id as ticket_id, t.uuid as ticket_uuid
  from scheduled_messages s
  join contacts c on c.company_id = s.company_id and c.id = s.contact_id
  left join users u on u.company_id = s.company_id and u.id = s.user_id
  left join connections w on w.company_id = s.company_id and w.id = s.connection_id and w.deleted_at is null
  left join file_lists f on f.company_id = s.company_id and f.id = s.file_list_id
  left join messages m on m.company_id = s.company_id and m.id = s.message_id
  left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id`;

type Listing = { search: string; contactId: number | null; userId: number | null };

function listed(companyId: number, { search, contactId, userId }: Listing): RawBuilder<unknown> {
  const all = [sql`s.company_id = ${companyId}`];
  if (contactId !== null) all.push(sql`s.contact_id = ${contactId}`);
  if (userId !== null) all.push(sql`s.user_id = ${userId}`);
  if (search !== '') all.push(found(search));
  return sql.join(all, sql` and `);
}

function found(search: string): RawBuilder<boolean> {
  return sql`(${contains(sql`s.body`, search)} or ${contains(sql`c.name`, search)})`;
}

/** Those created last first. */
export async function listScheduled(
  { db, companyId }: Scoped,
  listing: Listing,
  limit: number,
  offset: number,
): Promise<ScheduledWithNames[]> {
  const { rows } = await sql<ScheduledWithNames>`
    ${withNames} where ${listed(companyId, listing)} order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countScheduled({ db, companyId }: Scoped, listing: Listing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from scheduled_messages s join contacts c on c.company_id = ${anyCompany(companyId)} and c.id = s.contact_id
    where ${listed(companyId, listing)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Those of a time, and earlier ones that repeat and still wait, by time. */
export async function scheduledBetween(
  { db, companyId }: Scoped,
  { from, to, search }: { from: Date; to: Date; search: string },
  limit: number,
): Promise<ScheduledWithNames[]> {
  const { rows } = await sql<ScheduledWithNames>`
    ${withNames} where s.company_id = ${companyId} and s.id in (
      select id from scheduled_messages where company_id = ${companyId} and send_at >= ${from} and send_at < ${to}
      union all
      select id from scheduled_messages where company_id = ${companyId} and send_at < ${from} and status = 'PENDENTE' and repeat <> 'none'
    ) and ${search === '' ? sql`true` : found(search)} order by s.send_at, s.id limit ${limit}`.execute(db);
  return rows;
}

/** How many of a time wait, were sent and failed. */
export async function countBetween(
  { db, companyId }: Scoped,
  { from, to }: { from: Date; to: Date },
): Promise<{ waiting: number; sent: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; sent: number; failed: number }>`
    select count(*) filter (where status in ('PENDENTE', 'AGENDADA')) as waiting, count(*) filter (where status = 'ENVIADA') as sent,
      count(*) filter (where status = 'ERRO') as failed
    from scheduled_messages where company_id = ${companyId} and send_at >= ${from} and send_at < ${to}`.execute(db);
  return rows[0] ?? { waiting: 0, sent: 0, failed: 0 };
}

export async function findScheduled({ db, companyId }: Scoped, id: number): Promise<ScheduledWithNames | null> {
  const { rows } = await sql<ScheduledWithNames>`${withNames} where s.company_id = ${companyId} and s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the row until the transaction ends; null if it is gone. */
export async function lockScheduled({ db, companyId }: Scoped, id: number): Promise<ScheduledRow | null> {
  const { rows } =
    await sql<ScheduledRow>`select * from scheduled_messages where company_id = ${companyId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

/** Locks the one whose message this is. */
export async function lockByMessage({ db, companyId }: Scoped, messageId: number): Promise<ScheduledRow | null> {
  const { rows } = await sql<ScheduledRow>`
    select * from scheduled_messages where company_id = ${companyId} and message_id = ${messageId} for update`.execute(db);
  return rows[0] ?? null;
}

export async function insertScheduled({ db, companyId }: Scoped, row: NewScheduled): Promise<number> {
  const { id } = await db
    .insertInto('scheduled_messages')
    .values({ ...row, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the given columns. */
export async function saveScheduled({ db, companyId }: Scoped, id: number, change: Updateable<ScheduledMessages>): Promise<void> {
  await db.updateTable('scheduled_messages').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removeScheduled({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('scheduled_messages').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Removes all of a contact; answers their ids. */
export async function removeOfContact({ db, companyId }: Scoped, contactId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('scheduled_messages')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives all of a contact to another; answers their ids. */
export async function moveToContact({ db, companyId }: Scoped, from: number, to: number, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('scheduled_messages')
    .set({ contact_id: to, updated_at: now })
    .where('company_id', '=', companyId)
    .where('contact_id', '=', from)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** When the next scheduled message of a number that goes slowly may go; locked, or null for the first one. */
export async function lockPace({ db, companyId }: Scoped, connectionId: number): Promise<Date | null> {
  // The row is made first, so that two who come together wait for each other.
  await sql`insert into schedule_paces (company_id, connection_id, next_at) values (${companyId}, ${connectionId}, '-infinity')
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ next: Date | null }>`
    select nullif(next_at, '-infinity') as next from schedule_paces where company_id = ${companyId} and connection_id = ${connectionId} for update`.execute(
    db,
  );
  return rows[0]?.next ?? null;
}

export async function savePace({ db, companyId }: Scoped, connectionId: number, next: Date): Promise<void> {
  await db
    .updateTable('schedule_paces')
    .set({ next_at: next })
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .execute();
}

/** Has the contact written on this connection after this moment? */
export async function wroteOnSince(
  { db, companyId }: Scoped,
  { contactId, connectionId }: { contactId: number; connectionId: number },
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (
      select from tickets where company_id = ${companyId} and contact_id = ${contactId} and connection_id = ${connectionId}
        and last_inbound_at > ${since}) as wrote`.execute(db);
  return rows[0]?.wrote ?? false;
}

/** Locks those that the health of a number holds back, and makes them due. Answers their ids. */
export async function wakeHeld({ db, companyId }: Scoped, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update scheduled_messages set try_at = ${now} where company_id = ${companyId} and id = any(array(
      select id from scheduled_messages where company_id = ${companyId} and held_until is not null and status = 'PENDENTE' and send_at <= ${now}
      order by id limit ${limit} for update skip locked)) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Did the contact write, on any connection, after this moment? */
export async function wroteSince({ db, companyId }: Scoped, contactId: number, since: Date): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (
      select from tickets where company_id = ${companyId} and contact_id = ${contactId} and last_inbound_at > ${since}) as wrote`.execute(
    db,
  );
  return rows[0]?.wrote ?? false;
}

type Found = { company_id: number; id: number };

/** What is due in all companies. */
export async function dueEverywhere({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select company_id, id from scheduled_messages where status = 'PENDENTE' and try_at <= ${now} order by try_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Those being sent, in all companies, whose message is settled by now or gone. */
export async function settledEverywhere({ db }: Pick<PlatformTx, 'db'>, limit: number): Promise<(Found & { message_id: number })[]> {
  const { rows } = await sql<Found & { message_id: number }>`
    select s.company_id, s.id, s.message_id from scheduled_messages s
    left join messages m on m.company_id = s.company_id and m.id = s.message_id
    where s.status = 'AGENDADA' and (m.id is null or m.state not in ('queued', 'sending')) order by s.updated_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

export type Delivery = { state: string; fail_reason: string | null; is_deleted: boolean; sent_at: Date };

/** What became of a message; null if it is gone. */
export async function deliveryOf({ db, companyId }: Scoped, messageId: number): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    select m.state, coalesce(o.reason, m.fail_reason) as fail_reason, m.is_deleted, m.sent_at from messages m
    left join message_outbox o on o.company_id = m.company_id and o.message_id = m.id
    where m.company_id = ${companyId} and m.id = ${messageId}`.execute(db);
  return rows[0] ?? null;
}
