// The lists behind the figures. Reads only.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import type { Narrowed } from '../view.ts';
import { narrowed, type Span, timeOf, within } from './spans.ts';

type Named = { id: number; name: string };
export type AttendanceRow = {
  id: number;
  ticket: { uuid: string; number: number } | null;
  contact: Named;
  user: Named | null;
  queue: (Named & { color: string }) | null;
  whatsapp: Named | null;
  queuedAt: Date;
  startedAt: Date | null;
  firstResponseAt: Date | null;
  finishedAt: Date | null;
  rating: number | null;
};
export type RatedRow = Pick<AttendanceRow, 'id' | 'ticket' | 'contact' | 'user'> & { rate: number; at: Date; written: string[] };
/** A line of an export; `place`: after which one to go on. */
export type Line = { place: { time: string; id: number }; cells: (string | number | null)[] };

const object = (alias: string, more = sql``) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}${more}) end`;
const ticket = sql`case when t.id is not null then json_build_object('uuid', t.uuid, 'number', t.number) end`;
const joins = (companyId: number) => sql`
  join contacts c on c.company_id = ${anyCompany(companyId)} and c.id = a.contact_id
  left join tickets t on t.company_id = ${anyCompany(companyId)} and t.id = a.ticket_id
  left join users u on u.company_id = a.company_id and u.id = a.user_id`;

/** A page of attendances, newest first: the page is cut before anything is joined. */
export async function listAttendances(
  { db, companyId }: Scoped,
  span: Span,
  by: Narrowed,
  limit: number,
  offset: number,
): Promise<AttendanceRow[]> {
  const time = timeOf(by);
  const page = sql`select a.* from attendances a where ${narrowed(companyId, span, by)} order by ${time} desc, a.id desc limit ${limit} offset ${offset}`;
  const { rows } = await sql<AttendanceRow>`
    select a.id, ${ticket} as ticket, ${object('c')} as contact, ${object('u')} as "user", ${object('q', sql`, 'color', q.color`)} as queue,
      ${object('w')} as whatsapp, a.queued_at as "queuedAt", a.started_at as "startedAt", a.first_response_at as "firstResponseAt",
      a.finished_at as "finishedAt", a.rating
    from (${page}) a ${joins(companyId)}
    left join queues q on q.company_id = a.company_id and q.id = a.queue_id
    left join connections w on w.company_id = a.company_id and w.id = a.connection_id
    order by ${time} desc, a.id desc`.execute(db);
  return rows;
}

export async function countAttendances({ db, companyId }: Scoped, span: Span, by: Narrowed): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from attendances a where ${narrowed(companyId, span, by)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The lines of an export, oldest first, with where the next portion begins. Times are the company's. */
export async function linesAfter(
  { db, companyId }: Scoped,
  span: Span,
  by: Narrowed,
  after: Line['place'] | null,
  limit: number,
): Promise<Line[]> {
  const time = timeOf(by);
  const local = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${span.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const beyond: RawBuilder<unknown> = after ? sql`and (${time}, a.id) > (${after.time}::timestamptz, ${after.id})` : sql``;
  const { rows } = await sql<Line>`
    select json_build_object('time', ${time}, 'id', a.id) as place,
      json_build_array(t.number, t.protocol, c.name, q.name, u.name, w.name, ${local('a.queued_at')}, ${local('a.started_at')},
        ${local('a.first_response_at')}, ${local('a.finished_at')}, a.rating) as cells
    from (select a.* from attendances a where ${narrowed(companyId, span, by)} ${beyond} order by ${time}, a.id limit ${limit}) a ${joins(companyId)}
    left join queues q on q.company_id = a.company_id and q.id = a.queue_id
    left join connections w on w.company_id = a.company_id and w.id = a.connection_id
    order by ${time}, a.id`.execute(db);
  return rows;
}

export type Rated = { userId?: number | undefined; rate?: number | undefined };

/** A page of ratings with what the customer wrote beside the number, newest first. */
export async function listRatings(ctx: Scoped, span: Span, by: Rated, limit: number, offset: number): Promise<RatedRow[]> {
  const { rows } = await sql<RatedRow>`
    select a.id, a.rating as rate, coalesce(a.rated_at, a.finished_at) as at, ${ticket} as ticket, ${object('c')} as contact, ${object('u')} as "user",
      coalesce(said.written, '[]') as written
    from (select a.* from attendances a where ${rated(ctx, span, by)} order by a.finished_at desc, a.id desc limit ${limit} offset ${offset}) a
    ${joins(ctx.companyId)}
    left join lateral (
      select json_agg(body order by sent_at, id) as written from (
        select m.id, m.body, m.sent_at from messages m
        where m.company_id = ${anyCompany(ctx.companyId)} and m.ticket_id = a.ticket_id and not m.from_me and not m.is_deleted and m.body !~ '^\\s*[0-9]?\\s*$'
          and m.sent_at >= a.rating_asked_at and m.sent_at <= a.rated_at + interval '1 hour'
        order by m.sent_at, m.id limit 3) m) said on true
    order by a.finished_at desc, a.id desc`.execute(ctx.db);
  return rows;
}

function rated({ companyId }: Scoped, span: Span, { userId, rate }: Rated): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`a.company_id = ${companyId}`, within(sql`a.finished_at`, span)];
  all.push(rate ? sql`a.rating = ${rate}` : sql`a.rating is not null`);
  if (userId) all.push(sql`a.user_id = ${userId}`);
  return sql.join(all, sql` and `);
}
