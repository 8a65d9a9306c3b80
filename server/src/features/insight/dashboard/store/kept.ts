// The only writer of what is kept of days.
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import { daysOf, figures, type Kind, keptDay } from './figures.ts';
import type { Span } from './spans.ts';

/** Figures of a company are kept by one at a time: what an older look counted must not take the place of what a younger one did. */
export async function lockFigures({ db, companyId }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`figures:${companyId}`}, 0))`.execute(db);
}

/** Forgets the figures of other time zones. Their days overlap these: what changed in one of them is forgotten when one of these is counted. */
export async function forgetOtherZones({ db, companyId }: Tx, timeZone: string): Promise<void> {
  await sql`delete from daily_figures where company_id = ${companyId} and time_zone <> ${timeZone}`.execute(db);
}

/**
 * Counts those days of the span of which nothing true is kept, until an hour ago, at most `limit` of them and the latest first, and forgets the
 * changes that this has seen. All of it is one statement, so what it sees as changed is what it counts. Answers the earliest day it counted if
 * there may be more before. Call `lockFigures` and `forgetOtherZones` first.
 */
export async function keepFigures({ db, companyId }: Tx, span: Span, kind: Kind, limit: number): Promise<string | null> {
  const ours = figures.filter((figure) => figure.kind === kind);
  const day = { companyId, begins: sql`s.begins`, ends: sql`s.until`, timeZone: span.timeZone };
  const columns = sql.join(ours.map(({ of }) => sql.ref(of)));
  const { rows } = await sql<{ n: number; first: string | null }>`
    with stale as materialized (
      select d.* from (select day, begins, ends, least(ends, date_trunc('hour', now() - interval '1 hour')) as until from ${daysOf(span)}) d
        left join lateral (${keptDay(companyId, kind, span.timeZone, sql`f.until`)}) k on true
      where d.begins < d.until and k.until is distinct from d.until
      order by d.day desc limit ${limit}
    ), seen as (
      delete from late_changes l using stale s
      where l.company_id = ${anyCompany(companyId)} and l.kind = ${kind} and l.at >= s.begins and l.at < s.ends
    ), kept as (
      insert into daily_figures (company_id, kind, day, time_zone, begins, until, ${columns})
      select ${companyId}, ${kind}, s.day, ${span.timeZone}, s.begins, s.until, ${sql.join(ours.map(({ of }) => sql`coalesce(${sql.ref(`${of}_of_day`)}.parts, '[]')`))} from stale s
        ${sql.join(
          ours.map(({ of, count }) => sql`cross join lateral (${count(day)}) ${sql.ref(`${of}_of_day`)}`),
          sql` `,
        )}
      on conflict (company_id, kind, day) do update set time_zone = excluded.time_zone, begins = excluded.begins, until = excluded.until,
        ${sql.join(ours.map(({ of }) => sql`${sql.ref(of)} = ${sql.ref(`excluded.${of}`)}`))}
    )
    select count(*)::float8 as n, min(day) as first from stale`.execute(db);
  return rows[0]?.n === limit ? rows[0].first : null;
}

/**
 * Forgets at most `limit` changes that were noted so many seconds ago, and with them the figures that are no longer true. That must be longer
 * than a transaction lasts, since somebody may just keep what they changed. Answers how many changes.
 */
export async function forgetChanges({ db }: PlatformTx, seconds: number, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with old as materialized (
      delete from late_changes where (company_id, kind, at, id) in (
        select company_id, kind, at, id from late_changes where noted_at < now() - make_interval(secs => ${seconds}) order by noted_at limit ${limit} for update skip locked)
      returning company_id, kind, at
    ), near as materialized (
      -- The day, or one more or less in the company's time zone. Made before the join: else each may be compared with all that is kept.
      select company_id, kind, at, (at at time zone 'UTC')::date + n as day from old, generate_series(-1, 1) n
    ), untrue as (
      delete from daily_figures f using near
      where f.company_id = near.company_id and f.kind = near.kind and f.day = near.day and f.begins <= near.at and f.until > near.at
    )
    select count(*)::float8 as n from old`.execute(db);
  return rows[0]?.n ?? 0;
}
