// What the days of a period add up to. What is kept of a day is read, and the rest of it counted. Reads only.
// Asking for the local time of each row costs more than reading it: a day is a part of an index, and hours are put together from quarters.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import { beginOfDay } from '../../../../platform/db/days.ts';
import type { AddedPart, DayOf, FinishedPart, QueuedPart, TimesPart } from '../view.ts';
import type { Span } from './spans.ts';

/** The time by which something is of a day. */
export const kinds = ['added', 'queued', 'finished'] as const;
export type Kind = (typeof kinds)[number];
/** A part of a time of a day: its table and column, and from when until when. */
type Between = { companyId: number; begins: RawBuilder<unknown>; ends: RawBuilder<unknown>; timeZone: string };
/** `of`: the column of `daily_figures`. `count` selects its parts as one JSON array, and how many rows were `counted`. */
export type Figure = { kind: Kind; of: string; count(between: Between): RawBuilder<unknown> };

/** Of many attendances, how long they took is told from steps, each longer than the one before by this: that is off by 1 % at most. */
export const stepFactor = 1.02;

/** All seconds between two columns, where both have a time; 0 for a row whose second one is earlier. */
const seconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`coalesce(date_part('epoch', sum(greatest(${to}, ${from}) - ${from}) filter (where ${from} is not null and ${to} is not null)), 0)`;
const isBetween = (column: RawBuilder<unknown>, { companyId, begins, ends }: Between) =>
  sql`company_id = ${anyCompany(companyId)} and ${begins} < ${ends} and ${column} >= ${begins} and ${column} < ${ends}`;

const added: Figure = {
  kind: 'added',
  of: 'sums',
  count: (between) => sql`
    select json_build_array(json_build_array(count(*))) as parts, count(*) as counted from contacts where ${isBetween(sql`created_at`, between)}`,
};
const queued: Figure = {
  kind: 'queued',
  of: 'sums',
  count: (between) => sql`
    select json_agg(json_build_array(hour, queued, accepted, wait)) as parts, sum(queued) as counted from (
      select date_part('hour', quarter at time zone ${between.timeZone}) as hour, sum(queued) as queued, sum(accepted) as accepted, sum(wait) as wait from (
        select date_bin('15 minutes', queued_at, 'epoch') as quarter, count(*) as queued, count(started_at) as accepted,
          ${seconds(sql`queued_at`, sql`started_at`)} as wait
        from attendances where ${isBetween(sql`queued_at`, between)} group by 1) quarters
      group by 1) hours`,
};
const finished: Figure = {
  kind: 'finished',
  of: 'sums',
  count: (between) => sql`
    select json_agg(json_build_array(user_id, finished, supported, support, one, two, three)) as parts, sum(finished) as counted from (
      select user_id, count(*) as finished, count(started_at) as supported, ${seconds(sql`started_at`, sql`finished_at`)} as support,
        count(*) filter (where rating = 1) as one, count(*) filter (where rating = 2) as two, count(*) filter (where rating = 3) as three
      from attendances where ${isBetween(sql`finished_at`, between)} group by 1) users`,
};
/** By group, how many first responses and resolutions lasted each step. */
const times = (of: string, group: RawBuilder<unknown>): Figure => ({
  kind: 'finished',
  of,
  count: (between) => sql`
    select json_agg(json_build_array(group_id, is_resolution, steps, counts)) as parts, sum(n) filter (where is_resolution = 1) as counted from (
      select group_id, is_resolution, json_agg(step) as steps, json_agg(n) as counts, sum(n) as n from (
        select ${group} as group_id, is_resolution,
          case when lasted < 1 then 0 else 1 + floor(ln(lasted) / ln(${stepFactor}::float8)) end as step, count(*) as n
        from attendances cross join lateral (values
            (0, date_part('epoch', first_response_at - queued_at)), (1, date_part('epoch', finished_at - queued_at))) l (is_resolution, lasted)
        where ${isBetween(sql`finished_at`, between)} and lasted is not null
        group by 1, 2, 3) steps
      group by 1, 2) groups`,
});
/** By which long periods are told from steps; see `measureTimes` for the others. */
export const stepped = {
  company: times('times', sql`null::bigint`),
  queue: times('times_by_queue', sql`queue_id`),
  connection: times('times_by_connection', sql`connection_id`),
};
export const figures: readonly Figure[] = [added, queued, finished, ...Object.values(stepped)];

/** `d`: the days of a span, each from `begins` until `ends`. */
export const daysOf = ({ from, until, timeZone }: Span) => sql`(
    select day, ${beginOfDay(sql`day`, timeZone)} as begins, ${beginOfDay(sql`day + 1`, timeZone)} as ends
    from (select ${from}::date + n as day from generate_series(0, ${until}::date - ${from}::date) n) days) d`;

/**
 * What is kept of the day `d`, unless it was counted in another time zone, or by other rules of this one, or something changed since. For each
 * day `limit 1` has its row looked up, and `offset 0` changes by their time; as joins, all of the company's may be gone through.
 */
export function keptDay(companyId: number, kind: Kind, timeZone: string, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${columns} from daily_figures f
    where f.company_id = ${anyCompany(companyId)} and f.kind = ${kind} and f.day = d.day and f.time_zone = ${timeZone} and f.begins = d.begins and f.until <= d.ends
      and not exists (select from late_changes l
        where l.company_id = ${anyCompany(companyId)} and l.kind = ${kind} and l.at >= f.begins and l.at < f.until offset 0)
    limit 1`;
}

async function readFigure<P>({ db, companyId }: Scoped, span: Span, { kind, of, count }: Figure): Promise<DayOf<P>[]> {
  const rest: Between = { companyId, begins: sql`r.begins`, ends: sql`r.ends`, timeZone: span.timeZone };
  // `offset 0`: begin and end come from one row, or the index would be searched by one of them.
  const { rows } = await sql<{ day: string; kept: P[] | null; rest: P[] | null; counted: number | null }>`
    select r.day, r.kept, c.parts as rest, c.counted::float8 as counted
    from (select d.day, d.ends, coalesce(k.until, d.begins) as begins, k.parts as kept from ${daysOf(span)}
        left join lateral (${keptDay(companyId, kind, span.timeZone, sql`f.until, ${sql.ref(`f.${of}`)} as parts`)}) k on true
        offset 0) r
      cross join lateral (${count(rest)}) c
    order by r.day`.execute(db);
  return rows.map(({ day, kept, rest, counted }) => ({ day, parts: [...(kept ?? []), ...(rest ?? [])], counted: counted ?? 0 }));
}

/** Contacts that were added, by day. */
export function countAdded(ctx: Scoped, span: Span): Promise<DayOf<AddedPart>[]> {
  return readFigure(ctx, span, added);
}

/** What was queued, by day and hour of the day. */
export function sumQueued(ctx: Scoped, span: Span): Promise<DayOf<QueuedPart>[]> {
  return readFigure(ctx, span, queued);
}

/** What was finished, by day and user. */
export function sumFinished(ctx: Scoped, span: Span): Promise<DayOf<FinishedPart>[]> {
  return readFigure(ctx, span, finished);
}

/** In which steps first responses and resolutions of what was finished ended, by day and group; see `stepFactor`. */
export function sumTimes(ctx: Scoped, span: Span, by: keyof typeof stepped): Promise<DayOf<TimesPart>[]> {
  return readFigure(ctx, span, stepped[by]);
}
