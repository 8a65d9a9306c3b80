// Which attendances: a span of days in the company's time zone, and what narrows it.
import type { Period } from '@balcao/contract/dashboard-rules';
import { type RawBuilder, sql } from 'kysely';
import { beginOfDay } from '../../../../platform/db/days.ts';
import type { Narrowed } from '../view.ts';

export type Span = Period & { timeZone: string };

/** From the begin of the first day until the end of the last one. */
export function within(column: RawBuilder<unknown>, { from, until, timeZone }: Span): RawBuilder<unknown> {
  return sql`(${column} >= ${beginOfDay(sql`${from}::date`, timeZone)} and ${column} < ${beginOfDay(sql`${until}::date + 1`, timeZone)})`;
}

/** The time by which attendances are in a period. */
export function timeOf({ of }: Pick<Narrowed, 'of'>): RawBuilder<unknown> {
  return of === 'queued' || of === 'accepted' ? sql`a.queued_at` : sql`a.finished_at`;
}

export function narrowed(companyId: number, span: Span, by: Narrowed): RawBuilder<unknown> {
  const time = timeOf(by);
  const all: RawBuilder<unknown>[] = [sql`a.company_id = ${companyId}`, within(time, span)];
  if (by.of === 'accepted' || by.of === 'supported') all.push(sql`a.started_at is not null`);
  if (by.userId !== undefined) all.push(is(sql`a.user_id`, by.userId));
  if (by.queueId !== undefined) all.push(is(sql`a.queue_id`, by.queueId));
  if (by.whatsappId !== undefined) all.push(is(sql`a.connection_id`, by.whatsappId));
  if (by.tagId !== undefined) {
    const tags = sql`select 1 from ticket_tags tt where tt.company_id = ${companyId} and tt.ticket_id = a.ticket_id`;
    all.push(by.tagId === 0 ? sql`not exists (${tags})` : sql`exists (${tags} and tt.tag_id = ${by.tagId})`);
  }
  if (by.weekday !== undefined) all.push(sql`extract(isodow from ${time} at time zone ${span.timeZone}) = ${by.weekday}`);
  if (by.hour !== undefined) all.push(sql`extract(hour from ${time} at time zone ${span.timeZone}) = ${by.hour}`);
  return sql.join(all, sql` and `);
}

function is(column: RawBuilder<unknown>, id: number): RawBuilder<unknown> {
  return id === 0 ? sql`${column} is null` : sql`${column} = ${id}`;
}
