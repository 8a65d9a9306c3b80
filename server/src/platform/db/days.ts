import { type RawBuilder, sql } from 'kysely';

/**
 * The instant at which a day (an SQL date) begins in a time zone. Where clocks go back from one to midnight there are two midnights, of which
 * the database takes the second; the day begins with the first.
 */
export function beginOfDay(day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  const midnight = sql`(${day})::timestamp at time zone ${timeZone}`;
  const before = sql`${midnight} - interval '1 hour'`;
  return sql`(case when (${before}) at time zone ${timeZone} >= (${day})::timestamp then ${before} else ${midnight} end)`;
}
