// Pages of tickets, and how many there are.
import { type TicketFilter, ticketCountMax, type Viewer } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { TicketRow } from '../view.ts';
import { rowsFrom } from './find.ts';

export type Listing = TicketFilter & {
  /** What a search found; left out, everything. */
  ids?: readonly number[] | undefined;
  createdOn?: string | undefined;
  changedOn?: string | undefined;
  contactId?: number | undefined;
  timeZone: string;
};

/** One page of tickets, the latest change first. */
export async function listTickets(ctx: Scoped, viewer: Viewer, listing: Listing, limit: number, offset: number): Promise<TicketRow[]> {
  const all = sql.join(
    partsOf(listing).map(({ among, changedAt }) => {
      const order = sql`order by t.${changedAt} desc, t.id desc limit ${offset + limit}`;
      return sql`(select t.* from tickets t where ${among} and ${listed(ctx, viewer, listing, changedAt)} ${order})`;
    }),
    sql` union all `,
  );
  const { rows } = await sql<TicketRow>`
    with page as (
      select t.* from (${all}) t order by t.updated_at desc, t.id desc limit ${limit} offset ${offset}
    )
    ${rowsFrom(sql`page`)}
    order by t.updated_at desc, t.id desc`.execute(ctx.db);
  return rows;
}

/** Active tickets are sorted when they are listed; closed ones have an index in the order of their last change. */
function partsOf({
  status,
  withUnreadMessages,
  active: activeOnly,
}: Listing): { among: RawBuilder<unknown>; changedAt: RawBuilder<unknown> }[] {
  const active = { among: sql`t.status in ('pending', 'open')`, changedAt: sql.ref('updated_at') };
  const closed = { among: sql`t.status = 'closed'`, changedAt: sql.ref('closed_updated_at') };
  if (status === 'closed') return [closed];
  return status || withUnreadMessages || activeOnly ? [active] : [active, closed];
}

/** How many tickets a listing has; stops at `ticketCountMax`. */
export async function countTickets(ctx: Scoped, viewer: Viewer, listing: Listing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from tickets t where ${listed(ctx, viewer, listing)} limit ${ticketCountMax}) counted`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

/** The same rule as `ticketBelongs`, as SQL; a test holds them together. */
function listed(
  { companyId }: Scoped,
  viewer: Viewer,
  listing: Listing,
  changedAt: RawBuilder<unknown> = sql.ref('updated_at'),
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`t.company_id = ${companyId}`, seenBy(viewer)];
  const { status, queueIds, tags, users } = listing;
  if (status) all.push(sql`t.status = ${status}`);
  if (listing.active) all.push(sql`t.status in ('pending', 'open')`);
  if (listing.lane !== undefined) all.push(sql`${laneOf} is not distinct from ${listing.lane}::bigint`);
  if (status === 'open' && !listing.showAll) all.push(sql`t.user_id = ${viewer.id}`);
  if (queueIds) all.push(sql`t.queue_id = any(${[...queueIds]}::bigint[])`);
  if (listing.withUnreadMessages) {
    all.push(sql`t.unread_messages > 0 and t.status in ('pending', 'open')
      and case when t.status = 'pending' then ${viewer.allTicket} else t.user_id = ${viewer.id} end`);
  }
  if (tags?.length) {
    all.push(sql`(select count(*) from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id
      and tt.tag_id = any(${[...tags]}::bigint[])) = ${new Set(tags).size}`);
  }
  if (users?.length) all.push(sql`t.user_id = any(${[...users]}::bigint[])`);
  if (listing.contactId) all.push(sql`t.contact_id = ${listing.contactId}`);
  if (listing.createdOn) all.push(onDay(sql`t.created_at`, listing.createdOn, listing.timeZone));
  if (listing.changedOn) all.push(onDay(sql`t.${changedAt}`, listing.changedOn, listing.timeZone));
  if (listing.ids) all.push(sql`t.id = any(${[...listing.ids]}::bigint[])`);
  return sql.join(all, sql` and `);
}

/** The same rule as the contract's `laneOf`, as SQL. */
const laneOf = sql`(select min(g.id) from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
  where tt.company_id = t.company_id and tt.ticket_id = t.id and g.kanban)`;

/** The same rule as `canSee`, as SQL. */
export function seenBy(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.profile === 'admin') return sql`true`;
  return sql`case when t.queue_id is null then ${viewer.allTicket} or t.user_id = ${viewer.id} else t.queue_id = any(${[...viewer.queueIds]}::bigint[]) end`;
}

/** The same rule as `mayRead`, as SQL. */
export function readBy(viewer: Viewer): RawBuilder<unknown> {
  return viewer.profile === 'admin' ? sql`true` : sql`(t.status <> 'pending' and ${seenBy(viewer)})`;
}

function onDay(column: RawBuilder<unknown>, day: string, timeZone: string): RawBuilder<unknown> {
  return sql`(${column} >= (${day}::date::timestamp at time zone ${timeZone}) and ${column} < ((${day}::date + 1)::timestamp at time zone ${timeZone}))`;
}
