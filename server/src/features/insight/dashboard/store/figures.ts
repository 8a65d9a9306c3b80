// Sums of a period. Each attendance is read once and joined with nothing, so that nothing can multiply it. Reads only.
// Asking for the local time of each row costs more than reading it: a day is a part of an index, and hours are put together from quarters.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import { beginOfDay } from '../../../../platform/db/days.ts';
import type { FinishedOfDay, FinishedOfUser, QueuedSum } from '../view.ts';
import { type Span, within } from './spans.ts';

/** All seconds between two columns, where both have a time; 0 for a row whose second one is earlier. */
const seconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`coalesce(date_part('epoch', sum(greatest(${to}, ${from}) - ${from}) filter (where ${from} is not null and ${to} is not null)), 0)`;

/** `d`: the days of a span, each from `begins` until `ends`. */
const daysOf = ({ from, until, timeZone }: Span) => sql`(
    select day, ${beginOfDay(sql`day`, timeZone)} as begins, ${beginOfDay(sql`day + 1`, timeZone)} as ends
    from (select ${from}::date + n as day from generate_series(0, ${until}::date - ${from}::date) n) days) d`;
const isOnDay = (column: RawBuilder<unknown>) => sql`${column} >= d.begins and ${column} < d.ends`;

/** What was finished, by day, and once more by user. */
export async function sumFinished({ db, companyId }: Scoped, span: Span): Promise<{ days: FinishedOfDay[]; users: FinishedOfUser[] }> {
  const { rows } = await sql<FinishedOfDay & FinishedOfUser & { isOfUser: boolean }>`
    select s.day, s."userId", grouping(s.day) = 1 as "isOfUser", sum(s.finished)::bigint as finished, sum(s.supported)::bigint as supported,
      sum(s.support) as support, sum(s.rated)::bigint as rated, sum(s.ratings)::bigint as ratings
    from (
      select d.day, f.* from ${daysOf(span)} cross join lateral (
        select user_id as "userId", count(*) as finished, count(started_at) as supported, ${seconds(sql`started_at`, sql`finished_at`)} as support,
          count(rating) as rated, coalesce(sum(rating), 0) as ratings
        from attendances where company_id = ${anyCompany(companyId)} and ${isOnDay(sql`finished_at`)} group by 1) f) s
    group by grouping sets ((s.day), (s."userId"))`.execute(db);
  return { days: rows.filter(({ isOfUser }) => !isOfUser), users: rows.filter(({ isOfUser }) => isOfUser) };
}

/** What was queued, by day. */
export async function sumQueued({ db, companyId }: Scoped, span: Span): Promise<QueuedSum[]> {
  const { rows } = await sql<QueuedSum>`
    select d.day, s.* from ${daysOf(span)} cross join lateral (
      select count(*) as queued, count(started_at) as accepted, ${seconds(sql`queued_at`, sql`started_at`)} as wait
      from attendances where company_id = ${anyCompany(companyId)} and ${isOnDay(sql`queued_at`)}) s`.execute(db);
  return rows;
}

/** Contacts that were added, by day. */
export async function countLeads({ db, companyId }: Scoped, span: Span): Promise<{ day: string; leads: number }[]> {
  const { rows } = await sql<{ day: string; leads: number }>`
    select d.day, s.* from ${daysOf(span)} cross join lateral (
      select count(*) as leads from contacts where company_id = ${anyCompany(companyId)} and ${isOnDay(sql`created_at`)}) s`.execute(db);
  return rows;
}

/** Finished attendances by user. Null: nobody's. */
export async function countFinishedByUser({ db, companyId }: Scoped, span: Span): Promise<{ userId: number | null; n: number }[]> {
  const { rows } = await sql<{ userId: number | null; n: number }>`
    select user_id as "userId", count(*) as n from attendances where company_id = ${companyId} and ${within(sql`finished_at`, span)} group by 1`.execute(
    db,
  );
  return rows;
}

/** Queued attendances by hour of the day. */
export async function countQueuedByHour({ db, companyId }: Scoped, span: Span): Promise<{ hour: number; n: number }[]> {
  const { rows } = await sql<{ hour: number; n: number }>`
    select extract(hour from queued_at at time zone ${span.timeZone})::int as hour, count(*) as n
    from attendances where company_id = ${companyId} and ${within(sql`queued_at`, span)} group by 1`.execute(db);
  return rows;
}

/** Queued attendances by weekday (1 is Monday) and hour. The offset of every time zone is a number of quarters of an hour. */
export async function countQueuedByWeekHour(
  { db, companyId }: Scoped,
  span: Span,
): Promise<{ weekday: number; hour: number; total: number }[]> {
  const { rows } = await sql<{ weekday: number; hour: number; total: number }>`
    with quarters as (
      select date_bin('15 minutes', queued_at, 'epoch') as at, count(*) as n
      from attendances where company_id = ${companyId} and ${within(sql`queued_at`, span)} group by 1
    ), local as (select at at time zone ${span.timeZone} as at, n from quarters)
    select date_part('isodow', at)::int as weekday, date_part('hour', at)::int as hour, sum(n)::bigint as total from local group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
}
