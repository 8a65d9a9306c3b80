// Pages of tickets, and how many there are.
import { orderOf, type TicketOrder } from '@balcao/contract/ticket-list-rules';
import { noQueue, type ServerFilter, type TicketFilter, ticketCountMax, type Viewer } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
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
  const order = orders[orderOf(listing)];
  const isActive = listing.status === 'pending' || listing.status === 'open';
  const pinned = isActive ? sql`t.id = any(array(${pinsOf(ctx, viewer)})) desc,` : sql``;
  const inOrder = sql`order by ${pinned} ${order.by(sql.ref('updated_at'))}`;
  // Where it reads how few rows are asked for, PostgreSQL plans once for all requests. Each further page would be a statement of its own.
  const [upTo, page] = offset === 0 ? [sql.lit(limit), sql.lit(limit)] : [offset + limit, sql`${limit} offset ${offset}`];
  const found = tickets(ctx, viewer, listing, (changedAt) => ({
    columns: sql`t.id, t.${changedAt} as updated_at ${order.looksAt}`,
    first: sql`order by ${pinned} ${order.by(changedAt)} limit ${upTo}`,
  }));
  const { rows } = await sql<TicketRow>`
    with page as (select t.id from (${found}) t ${inOrder} limit ${page})
    ${rowsFrom(sql`(select t.* from page join tickets t on t.company_id = ${anyCompany(ctx.companyId)} and t.id = page.id)`)}
    ${inOrder}`.execute(ctx.db);
  return rows;
}

type Order = {
  /** What the order needs beside the id and the time of the last change. */
  looksAt: RawBuilder<unknown>;
  by(changedAt: RawBuilder<unknown>): RawBuilder<unknown>;
};

const longestWait = sql`t.waiting_since asc nulls last, t.id asc`;

/** The same rules as `compareTickets`, as SQL. */
const orders: Record<TicketOrder, Order> = {
  newest: { looksAt: sql``, by: (changedAt) => sql`t.${changedAt} desc, t.id desc` },
  oldest: { looksAt: sql``, by: (changedAt) => sql`t.${changedAt} asc, t.id asc` },
  waiting: { looksAt: sql`, t.waiting_since`, by: () => longestWait },
  priority: { looksAt: sql`, t.waiting_since, t.priority`, by: () => sql`t.priority desc, ${longestWait}` },
};

/** How many tickets a listing has; stops at `ticketCountMax`. */
export async function countTickets(ctx: Scoped, viewer: Viewer, listing: Listing): Promise<number> {
  const max = sql`limit ${sql.lit(ticketCountMax)}`;
  const found = tickets(ctx, viewer, listing, () => ({ columns: sql`1`, first: max }));
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select from (${found}) t ${max}) counted`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/**
 * The tickets of a listing, of each part as many as `first` says. Active ones are few and sorted when they are listed. Closed ones have
 * indexes in the order of their last change: of a company, and of each queue for whoever sees only some of them.
 */
function tickets(
  ctx: Scoped,
  viewer: Viewer,
  listing: Listing,
  wanted: (changedAt: RawBuilder<unknown>) => { columns: RawBuilder<unknown>; first: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const part = (which: RawBuilder<unknown>, changedAt: RawBuilder<unknown>) => {
    const { columns, first } = wanted(changedAt);
    return sql`(select ${columns} from tickets t where ${which} and ${filtered(ctx, viewer, listing, changedAt)} ${first})`;
  };
  const { status, withUnreadMessages, active } = listing;
  const anywhere = among(viewer, listing);
  const closed = (which: RawBuilder<unknown>) => part(status ? which : sql`t.status = 'closed' and ${which}`, sql.ref('closed_updated_at'));
  // What was searched for is looked up one by one.
  if (listing.ids) return part(anywhere, sql.ref('updated_at'));
  const parts: RawBuilder<unknown>[] = [];
  // Said once, for what is said twice seems to be rarer than it is.
  const isActive = status || active || withUnreadMessages ? sql`true` : sql`t.status in ('pending', 'open')`;
  if (status !== 'closed') parts.push(part(sql`${isActive} and ${anywhere}`, sql.ref('updated_at')));
  if (status === 'closed' || !(status || withUnreadMessages || active)) parts.push(...closedParts(viewer, listing).map(closed));
  return sql.join(parts, sql` union all `);
}

/**
 * Where closed tickets are looked for: in parts that each have an index in their order. They are merged as they are read, so none is read further
 * than its share of the page.
 */
function closedParts(viewer: Viewer, listing: Listing): RawBuilder<unknown>[] {
  const { queueIds, contactId, users } = listing;
  const anywhere = among(viewer, listing);
  if (contactId) return [anywhere];
  if (users?.length) return [...new Set(users)].map((id) => sql`t.user_id = ${id} and ${anywhere}`);
  if (viewer.profile === 'admin' && !queueIds) return [anywhere];
  const seen = viewer.profile === 'admin' ? queueIds : viewer.queueIds.filter((id) => queueIds?.includes(id) ?? true);
  const ofQueues = [...new Set(seen)].filter((id) => id !== noQueue).map((id) => sql`t.queue_id = ${id}`);
  const unqueued = queueIds?.includes(noQueue) ?? true;
  return [...ofQueues, unqueued ? sql`t.queue_id is null and ${seenBy(viewer)}` : sql`false`];
}

/** Together with what it filters by, the same rule as `ticketBelongs`, as SQL; a test holds them together. */
function among(viewer: Viewer, { queueIds }: Listing): RawBuilder<unknown> {
  if (!queueIds) return seenBy(viewer);
  const unqueued = queueIds.includes(noQueue) ? sql`t.queue_id is null or` : sql``;
  return sql`(${seenBy(viewer)} and (${unqueued} t.queue_id = any(${[...queueIds]}::bigint[])))`;
}

/** What a listing filters by, its queues left out. */
function filtered(
  { companyId }: Scoped,
  viewer: Viewer,
  listing: Listing,
  changedAt: RawBuilder<unknown> = sql.ref('updated_at'),
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`t.company_id = ${companyId}`];
  const { status, tags, users } = listing;
  if (status) all.push(sql`t.status = ${sql.lit(status)}`);
  if (listing.active) all.push(sql`t.status in ('pending', 'open')`);
  if (listing.lane !== undefined) all.push(sql`${laneOf} is not distinct from ${listing.lane}::bigint`);
  if (listing.snoozed !== undefined) all.push(listing.snoozed ? sql`t.snoozed_at is not null` : sql`t.snoozed_at is null`);
  if (listing.chatbot !== undefined) all.push(sql`t.chatbot = ${listing.chatbot}`);
  if (listing.unread) all.push(sql`t.unread_messages > 0`);
  if (listing.untagged) all.push(untagged(companyId));
  if (listing.priority) all.push(sql`t.priority`);
  if (listing.hasFile) {
    all.push(
      sql`exists (select from messages m where m.company_id = ${anyCompany(companyId)} and m.ticket_id = t.id and m.media_key is not null)`,
    );
  }
  if (listing.from) all.push(sql`t.${changedAt} >= ${beginOfDay(sql`${listing.from}::date`, listing.timeZone)}`);
  if (listing.to) all.push(sql`t.created_at < ${beginOfDay(sql`${listing.to}::date + 1`, listing.timeZone)}`);
  if (status === 'open' && !listing.showAll) all.push(sql`t.user_id = ${viewer.id}`);
  if (listing.withUnreadMessages) {
    all.push(sql`t.unread_messages > 0 and t.status in ('pending', 'open')
      and case when t.status = 'pending' then ${viewer.allTicket} else t.user_id = ${viewer.id} end`);
  }
  // Each tag by itself, so that the database may begin with the tickets of a rare one. But hundreds of joins would take it seconds to plan.
  const each = [...new Set(tags)];
  for (const tag of each.slice(0, plannedTags)) {
    all.push(sql`exists (select from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = ${tag})`);
  }
  const others = each.slice(plannedTags);
  if (others.length > 0)
    all.push(sql`(select count(*) from ticket_tags tt
      where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any(${others}::bigint[])) = ${others.length}`);
  if (users?.length) all.push(sql`t.user_id = any(${[...users]}::bigint[])`);
  if (listing.contactId) all.push(sql`t.contact_id = ${listing.contactId}`);
  if (listing.createdOn) all.push(onDay(sql`t.created_at`, listing.createdOn, listing.timeZone));
  if (listing.changedOn) all.push(onDay(sql`t.${changedAt}`, listing.changedOn, listing.timeZone));
  // As one text: of thousands, each would be looked at for quotes.
  if (listing.ids) all.push(sql`t.id = any(${`{${listing.ids.join()}}`}::bigint[])`);
  return sql.join(all, sql` and `);
}

/** How many tags of a listing the database may begin with. */
const plannedTags = 5;

const untagged = (companyId: number) =>
  sql`not exists (select from ticket_tags tt where tt.company_id = ${anyCompany(companyId)} and tt.ticket_id = t.id)`;

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
      select t.queue_id, t.snoozed_at is not null as snoozed, t.unread_messages > 0 as unread, t.chatbot, t.priority, ${untagged(ctx.companyId)} as untagged
      from tickets t where ${among(viewer, listing)} and ${filtered(ctx, viewer, listing)} limit ${countedMax}
    )
    select count(*) filter (where snoozed)::int as snoozed, count(*) filter (where unread and not snoozed)::int as unread,
      count(*) filter (where chatbot and not snoozed)::int as chatbot, count(*) filter (where untagged and not snoozed)::int as untagged,
      count(*) filter (where priority and not snoozed)::int as priority,
      coalesce((select json_agg(json_build_object('queueId', coalesce(queue_id, ${sql.lit(noQueue)}), 'count', n)) from (
        select queue_id, count(*)::int as n from t where not snoozed group by queue_id) q), '[]') as queues
    from t`.execute(ctx.db);
  return rows[0] ?? { unread: 0, chatbot: 0, snoozed: 0, untagged: 0, priority: 0, queues: [] };
}
