// How long a first answer and a solution took. Reads only.
import type { TimesRow, timesBy } from '@balcao/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { Measured } from '../view.ts';
import { type Span, within } from './spans.ts';

export const groupsMax = 500;

type By = (typeof timesBy)[number];
type Named = Pick<TimesRow, 'id' | 'name' | 'color'>;
export type TimesFound = Named & Measured;

const columns: Record<Exclude<By, 'tag'>, RawBuilder<unknown>> = {
  company: sql`null::bigint`,
  queue: sql`a.queue_id`,
  connection: sql`a.connection_id`,
  user: sql`a.user_id`,
};
const names: Record<Exclude<By, 'company'>, RawBuilder<unknown>> = {
  queue: sql`select company_id, id, name, color from queues`,
  tag: sql`select company_id, id, name, color from tags`,
  connection: sql`select company_id, id, name, null as color from connections`,
  user: sql`select company_id, id, name, null as color from users`,
};

/** Groups first and looks the names up afterwards. By tag, an attendance is in the group of each tag. */
export async function measureTimes({ db, companyId }: Scoped, span: Span, by: By): Promise<TimesFound[]> {
  const group = by === 'tag' ? sql`tt.tag_id` : columns[by];
  const tags = by === 'tag' ? sql`left join ticket_tags tt on tt.company_id = a.company_id and tt.ticket_id = a.ticket_id` : sql``;
  const named =
    by === 'company'
      ? sql`select null::bigint as id, null::text as name, null::text as color, g.* from grouped g`
      : sql`select g.group_id as id, n.name, n.color, g.* from grouped g left join (${names[by]}) n on n.company_id = ${companyId} and n.id = g.group_id`;
  const { rows } = await sql<TimesFound>`
    with grouped as (
      select ${group} as group_id, count(*) as attendances,
        percentile_cont(array[0.5, 0.9]) within group (order by greatest(date_part('epoch', a.first_response_at - a.queued_at), 0) / 60)
          filter (where a.first_response_at is not null) as "firstResponse",
        percentile_cont(array[0.5, 0.9]) within group (order by greatest(date_part('epoch', a.finished_at - a.queued_at), 0) / 60) as resolution
      from attendances a ${tags}
      where a.company_id = ${companyId} and ${within(sql`a.finished_at`, span)}
      group by 1
    )
    select * from (${named}) found order by attendances desc, id limit ${groupsMax}`.execute(db);
  return rows;
}

/** Whether more than so many were finished. */
export async function finishedMoreThan({ db, companyId }: Scoped, span: Span, many: number): Promise<boolean> {
  const { rows } =
    await sql`select from attendances where company_id = ${companyId} and ${within(sql`finished_at`, span)} offset ${many} limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** Names of groups, those that were deleted too. */
export async function nameGroups({ db, companyId }: Scoped, by: keyof typeof names, ids: readonly number[]): Promise<Named[]> {
  const { rows } =
    await sql<Named>`select id, name, color from (${names[by]}) n where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(
      db,
    );
  return rows;
}
