// Pages of tickets, and how many there are.
import { orderOf, type TicketOrder } from '@balcao/contract/ticket-list-rules';
import { type ServerFilter, type TicketFilter, ticketCountMax, type Viewer } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { beginOfDay } from '../../../../platform/db/days.ts';
import type { TicketRow } from '../view.ts';
import { rowsFrom } from './find.ts';

export type Listing = TicketFilter &
  ServerFilter & {
    order?: TicketOrder | undefined;
    /** What a search found; left out, everything. */
    ids?: readonly number[] | undefined;
    createdOn?: string | undefined;
    changedOn?: string | undefined;
    contactId?: number | undefined;
    timeZone: string;
  };

/** One page of tickets, in the order of `compareTickets`. In lists of active tickets the viewer's pins come first. */
export async function listTickets(ctx: Scoped, viewer: Viewer, listing: Listing, limit: number, offset: number): Promise<TicketRow[]> {
  const inOrder = orders[orderOf(listing)];
  const isActive = listing.status === 'pending' || listing.status === 'open';
  const pinned = isActive ? sql`t.id = any(array(${pinsOf(ctx, viewer)})) desc,` : sql``;
  const all = sql.join(
    partsOf(listing).map(({ among, changedAt }) => {
      const order = sql`order by ${pinned} ${inOrder(changedAt)} limit ${offset + limit}`;
      return sql`(select t.* from tickets t where ${among} and ${listed(ctx, viewer, listing, changedAt)} ${order})`;
    }),
    sql` union all `,
  );
  const { rows } = await sql<TicketRow>`
    with page as (
      select t.* from (${all}) t order by ${pinned} ${inOrder(sql.ref('updated_at'))} limit ${limit} offset ${offset}
    )
    ${rowsFrom(sql`page`)}
    order by ${pinned} ${inOrder(sql.ref('updated_at'))}`.execute(ctx.db);
  return rows;
}

const longestWait = sql`t.waiting_since asc nulls last, t.id asc`;

/** The same rules as `compareTickets`, as SQL. */
const orders: Record<TicketOrder, (changedAt: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  newest: (changedAt) => sql`t.${changedAt} desc, t.id desc`,
  oldest: (changedAt) => sql`t.${changedAt} asc, t.id asc`,
  waiting: () => longestWait,
  priority: () => sql`t.priority desc, ${longestWait}`,
};

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
  if (listing.snoozed !== undefined) all.push(listing.snoozed ? sql`t.snoozed_at is not null` : sql`t.snoozed_at is null`);
  if (listing.chatbot !== undefined) all.push(sql`t.chatbot = ${listing.chatbot}`);
  if (listing.unread) all.push(sql`t.unread_messages > 0`);
  if (listing.untagged) all.push(untagged);
  if (listing.priority) all.push(sql`t.priority`);
  if (listing.hasFile) {
    all.push(sql`exists (select from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.media_key is not null)`);
  }
  if (listing.from) all.push(sql`t.${changedAt} >= ${beginOfDay(sql`${listing.from}::date`, listing.timeZone)}`);
  if (listing.to) all.push(sql`t.created_at < ${beginOfDay(sql`${listing.to}::date + 1`, listing.timeZone)}`);
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

const untagged = sql`not exists (select from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id)`;

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
  return sql`(${column} >= ${beginOfDay(sql`${day}::date`, timeZone)} and ${column} < ${beginOfDay(sql`${day}::date + 1`, timeZone)})`;
}

/** The tickets that a person pinned. */
function pinsOf({ companyId }: Scoped, viewer: Viewer): RawBuilder<unknown> {
  return sql`select p.ticket_id from ticket_marks p where p.company_id = ${companyId} and p.user_id = ${viewer.id} and p.pinned`;
}

export type FilterCounts = {
  unread: number;
  chatbot: number;
  snoozed: number;
  untagged: number;
  priority: number;
  queues: { queueId: number; count: number }[];
};

/** Of how many tickets the filters are counted, so that it takes a bounded time. */
const countedMax = 5_000;

/** How many tickets of a listing each filter would show, and how many each queue has. All but the snoozed ones are counted awake. */
export async function countFilters(ctx: Scoped, viewer: Viewer, listing: Listing): Promise<FilterCounts> {
  const { rows } = await sql<FilterCounts>`
    with t as materialized (
      select t.queue_id, t.snoozed_at is not null as snoozed, t.unread_messages > 0 as unread, t.chatbot, t.priority, ${untagged} as untagged
      from tickets t where ${listed(ctx, viewer, listing)} limit ${countedMax}
    )
    select count(*) filter (where snoozed)::int as snoozed, count(*) filter (where unread and not snoozed)::int as unread,
      count(*) filter (where chatbot and not snoozed)::int as chatbot, count(*) filter (where untagged and not snoozed)::int as untagged,
      count(*) filter (where priority and not snoozed)::int as priority,
      coalesce((select json_agg(json_build_object('queueId', queue_id, 'count', n)) from (
        select queue_id, count(*)::int as n from t where queue_id is not null and not snoozed group by queue_id) q), '[]') as queues
    from t`.execute(ctx.db);
  return rows[0] ?? { unread: 0, chatbot: 0, snoozed: 0, untagged: 0, priority: 0, queues: [] };
}
