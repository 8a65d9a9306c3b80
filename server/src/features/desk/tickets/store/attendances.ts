import type { Placed } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** Begins an attendance, unless one is running. */
export async function startAttendance(
  { db, companyId }: Scoped,
  attendance: { ticketId: number; contactId: number; connectionId: number; at: Date } & Placed,
): Promise<void> {
  await sql`
    insert into attendances (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, queued_at, started_at)
    values (${companyId}, ${attendance.ticketId}, ${attendance.contactId}, ${attendance.connectionId}, ${attendance.queueId}, ${attendance.userId},
      ${attendance.at}, ${attendance.status === 'open' ? attendance.at : null})
    on conflict (company_id, ticket_id) where finished_at is null do nothing`.execute(db);
}

/** Brings the running attendance in line with its ticket. Returns its id if it ended. */
export async function saveAttendance(
  { db, companyId }: Scoped,
  ticketId: number,
  now: Placed & { connectionId: number | null; queueChanged: boolean; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number; finished_at: Date | null }>`
    update attendances set
      queue_id = ${now.queueId}, user_id = ${now.userId}, connection_id = ${now.connectionId},
      queued_at = case when ${now.status === 'pending' && now.queueChanged} then ${now.at} else queued_at end,
      started_at = case when ${now.status === 'open'} then coalesce(started_at, ${now.at}) when ${now.status === 'pending'} then null else started_at end,
      finished_at = case when ${now.status === 'closed'} then ${now.at}::timestamptz end
    where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null
    returning id, finished_at`.execute(db);
  const ended = rows.find((row) => row.finished_at !== null);
  return ended?.id ?? null;
}

/** The first answer of a person in the running attendance. */
export async function saveFirstResponse({ db, companyId }: Scoped, ticketId: number, at: Date): Promise<void> {
  await firstResponseUpdate(companyId, ticketId, at).execute(db);
}

/** The update by which `saveFirstResponse` does so. */
export function firstResponseUpdate(companyId: number, ticketId: number, at: Date): RawBuilder<unknown> {
  return sql`update attendances set first_response_at = ${at}
    where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null and first_response_at is null`;
}

export type Attendance = {
  id: number;
  userId: number | null;
  queueId: number | null;
  connectionId: number | null;
  queuedAt: Date;
  startedAt: Date | null;
  firstResponseAt: Date | null;
  finishedAt: Date | null;
};

/** The latest attendance of a ticket, running or ended. */
export async function latestAttendance({ db, companyId }: Scoped, ticketId: number): Promise<Attendance | null> {
  const { rows } = await sql<Attendance>`
    select id, user_id as "userId", queue_id as "queueId", connection_id as "connectionId", queued_at as "queuedAt", started_at as "startedAt", first_response_at as "firstResponseAt", finished_at as "finishedAt"
    from attendances where company_id = ${companyId} and ticket_id = ${ticketId} order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** An attendance as it was; its times are text once it was kept as JSON. */
export type SavedAttendance = Omit<Attendance, 'queuedAt' | 'startedAt' | 'finishedAt' | 'firstResponseAt'> & {
  queuedAt: Date | string;
  startedAt: Date | string | null;
  finishedAt: Date | string | null;
};

/** Makes the attendances of a ticket what they were when `was` was the latest; null if there was none. */
export async function restoreAttendance({ db, companyId }: Scoped, ticketId: number, was: SavedAttendance | null): Promise<void> {
  await sql`delete from attendances where company_id = ${companyId} and ticket_id = ${ticketId} and id > ${was?.id ?? 0}`.execute(db);
  if (!was) return;
  await sql`
    update attendances set user_id = ${was.userId}, queue_id = ${was.queueId}, connection_id = ${was.connectionId}, queued_at = ${was.queuedAt},
      started_at = ${was.startedAt}, finished_at = ${was.finishedAt}
    where company_id = ${companyId} and ticket_id = ${ticketId} and id = ${was.id}`.execute(db);
}

export async function saveRatingAsked({ db, companyId }: Scoped, attendanceId: number, at: Date): Promise<void> {
  await sql`update attendances set rating_asked_at = ${at} where company_id = ${companyId} and id = ${attendanceId}`.execute(db);
}

/** Rates the last attendance that the customer was asked about, unless it is rated. */
export async function saveRating(
  { db, companyId }: Scoped,
  ticketId: number,
  rating: number,
  at: Date,
): Promise<{ id: number; userId: number | null } | null> {
  const { rows } = await sql<{ id: number; userId: number | null }>`
    update attendances a set rated_at = ${at}, rating = ${rating}
    where a.company_id = ${companyId} and a.rated_at is null and a.id = (
      select max(b.id) from attendances b where b.company_id = ${companyId} and b.ticket_id = ${ticketId} and b.rating_asked_at is not null)
    returning a.id, a.user_id as "userId"`.execute(db);
  return rows[0] ?? null;
}
