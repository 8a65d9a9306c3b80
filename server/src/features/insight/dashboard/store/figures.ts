// Sums of a period. Each attendance is read once and joined with nothing, so that nothing can multiply it. Reads only.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { FinishedSum, QueuedSum } from '../view.ts';
import { type Span, within } from './spans.ts';

const seconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`greatest(date_part('epoch', ${to} - ${from}), 0)`;
const dayOf = (column: RawBuilder<unknown>, timeZone: string) => sql`(${column} at time zone ${timeZone})::date`;

/** What was finished, by day and user. */
export async function sumFinished({ db, companyId }: Scoped, span: Span): Promise<FinishedSum[]> {
  const { rows } = await sql<FinishedSum>`
    select ${dayOf(sql`finished_at`, span.timeZone)} as day, user_id as "userId", count(*) as finished, count(started_at) as supported,
      coalesce(sum(${seconds(sql`started_at`, sql`finished_at`)}) filter (where started_at is not null), 0) as support,
      count(rating) as rated, coalesce(sum(rating), 0) as ratings
    from attendances where company_id = ${companyId} and ${within(sql`finished_at`, span)} group by 1, 2`.execute(db);
  return rows;
}

/** What was queued, by day. */
export async function sumQueued({ db, companyId }: Scoped, span: Span): Promise<QueuedSum[]> {
  const { rows } = await sql<QueuedSum>`
    select ${dayOf(sql`queued_at`, span.timeZone)} as day, count(*) as queued, count(started_at) as accepted,
      coalesce(sum(${seconds(sql`queued_at`, sql`started_at`)}) filter (where started_at is not null), 0) as wait
    from attendances where company_id = ${companyId} and ${within(sql`queued_at`, span)} group by 1`.execute(db);
  return rows;
}

/** Contacts that were added, by day. */
export async function countLeads({ db, companyId }: Scoped, span: Span): Promise<{ day: string; leads: number }[]> {
  const { rows } = await sql<{ day: string; leads: number }>`
    select ${dayOf(sql`created_at`, span.timeZone)} as day, count(*) as leads
    from contacts where company_id = ${companyId} and ${within(sql`created_at`, span)} group by 1`.execute(db);
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

/** Queued attendances by weekday (1 is Monday) and hour. */
export async function countQueuedByWeekHour(
  { db, companyId }: Scoped,
  span: Span,
): Promise<{ weekday: number; hour: number; total: number }[]> {
  const { rows } = await sql<{ weekday: number; hour: number; total: number }>`
    with queued as (
      select queued_at at time zone ${span.timeZone} as at from attendances where company_id = ${companyId} and ${within(sql`queued_at`, span)})
    select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, count(*) as total from queued group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
}
