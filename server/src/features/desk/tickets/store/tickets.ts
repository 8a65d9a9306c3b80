// The only writer of tickets and attendances.
import type { Placed, TicketFilter, Viewer } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TicketRow } from '../view.ts';

/** How far counting goes; nobody reads a larger number. */
export const countMax = 1000;

/** How many tickets one transaction moves, so that none is held for long. */
export const atOnce = 50;

const surroundings = sql`
  c.name as contact_name, c.number as contact_number, c.email as contact_email, c.picture_key as contact_picture_key,
  q.name as queue_name, q.color as queue_color, u.name as user_name,
  w.name as connection_name, w.channel as connection_channel, w.status as connection_status,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
    from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id), '[]') as tags`;
const joins = sql`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id and q.deleted_at is null
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null`;

export async function findTicket({ db, companyId }: Scoped, id: number): Promise<TicketRow | null> {
  const { rows } =
    await sql<TicketRow>`select t.*, ${surroundings} from tickets t ${joins} where t.company_id = ${companyId} and t.id = ${id}`.execute(
      db,
    );
  return rows[0] ?? null;
}

export async function getTicket(ctx: Scoped, id: number): Promise<TicketRow> {
  const row = await findTicket(ctx, id);
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  return row;
}

export async function findTicketByUuid(ctx: Scoped, uuid: string): Promise<TicketRow | null> {
  const row = await ctx.db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', ctx.companyId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row ? findTicket(ctx, row.id) : null;
}

/** Holds the row, if there is one, until the transaction ends. */
export async function lockRow({ db, companyId }: Scoped, id: number): Promise<void> {
  await sql`select 1 from tickets where company_id = ${companyId} and id = ${id} for update`.execute(db);
}

/** As `getTicket`, held until the transaction ends. */
export async function lockTicket(ctx: Scoped, id: number): Promise<TicketRow> {
  await lockRow(ctx, id);
  return getTicket(ctx, id);
}

export type Listing = TicketFilter & {
  /** What a search found; left out, everything. */
  ids?: readonly number[] | undefined;
  createdOn?: string | undefined;
  changedOn?: string | undefined;
  contactId?: number | undefined;
  timeZone: string;
};

/** One page of tickets in the order of their last change; one more row than `limit` tells that there are more. */
export async function listTickets(ctx: Scoped, viewer: Viewer, listing: Listing, limit: number, offset: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select t.*, ${surroundings}
    from (
      select t.* from tickets t where ${listed(ctx, viewer, listing)}
      order by t.updated_at desc, t.id desc limit ${limit} offset ${offset}
    ) t ${joins}
    order by t.updated_at desc, t.id desc`.execute(ctx.db);
  return rows;
}

/** How many tickets a listing holds; stops at `countMax`. */
export async function countTickets(ctx: Scoped, viewer: Viewer, listing: Listing): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from tickets t where ${listed(ctx, viewer, listing)} limit ${countMax}) counted`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** The same rule as `ticketBelongs`, as SQL; a test holds them together. */
function listed({ companyId }: Scoped, viewer: Viewer, listing: Listing): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`t.company_id = ${companyId}`, seenBy(viewer)];
  const { status, queueIds, tags, users } = listing;
  if (status) all.push(sql`t.status = ${status}`);
  if (status === 'open' && !listing.showAll) all.push(sql`t.user_id = ${viewer.id}`);
  if (queueIds) all.push(sql`(t.queue_id is null or t.queue_id = any(${[...queueIds]}::bigint[]))`);
  if (listing.withUnreadMessages) {
    all.push(sql`t.unread_messages > 0 and t.status <> 'closed' and (t.status = 'pending' or t.user_id = ${viewer.id})`);
  }
  if (tags?.length) {
    all.push(sql`(select count(*) from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id
      and tt.tag_id = any(${[...tags]}::bigint[])) = ${new Set(tags).size}`);
  }
  if (users?.length) all.push(sql`t.user_id = any(${[...users]}::bigint[])`);
  if (listing.contactId) all.push(sql`t.contact_id = ${listing.contactId}`);
  if (listing.createdOn) all.push(onDay(sql`t.created_at`, listing.createdOn, listing.timeZone));
  if (listing.changedOn) all.push(onDay(sql`t.updated_at`, listing.changedOn, listing.timeZone));
  if (listing.ids) all.push(sql`t.id = any(${[...listing.ids]}::bigint[])`);
  return sql.join(all, sql` and `);
}

/** The same rule as `canSee`, as SQL. */
export function seenBy(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.profile === 'admin') return sql`true`;
  return sql`case when t.queue_id is null then ${viewer.allTicket} or t.user_id = ${viewer.id} else t.queue_id = any(${[...viewer.queueIds]}::bigint[]) end`;
}

function onDay(column: RawBuilder<unknown>, day: string, timeZone: string): RawBuilder<unknown> {
  return sql`(${column} >= (${day}::date::timestamp at time zone ${timeZone}) and ${column} < ((${day}::date + 1)::timestamp at time zone ${timeZone}))`;
}

/**
 * The tickets a text leads to: by number, by contact, by what was written. Bounded, the newest messages first. Trigrams need three
 * letters; shorter texts look at the ticket number and at the beginning of names.
 */
export async function searchTickets({ db, companyId }: Scoped, search: string): Promise<number[]> {
  const wanted = sql`searchable(${search.replace(/[\\%_]/g, '\\$&')})`;
  const number = /^#?\d{1,15}$/.test(search) ? Number(search.replace('#', '')) : 0;
  const contacts =
    search.length < 3
      ? sql`select c.id from contacts c where c.company_id = ${companyId}
          and lower(c.name) >= lower(${search}) and lower(c.name) < lower(${search}) || chr(1114109) limit 500`
      : sql`select search_contacts(${wanted}, 300)`;
  const words = search.length < 3 ? sql`select null::bigint` : sql`select search_messages(${wanted}, 1000)`;
  const { rows } = await sql<{ id: number | null }>`
    select ${number}::bigint as id
    union select id from tickets where company_id = ${companyId} and contact_id = any(array(${contacts}))
    union ${words}`.execute(db);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

export async function findActiveTicket({ db, companyId }: Scoped, contactId: number, connectionId: number): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('connection_id', '=', connectionId)
    .where('status', '<>', 'closed')
    .executeTakeFirst();
  return row ?? null;
}

/** The ticket a message of this chat would go on with: the active one, else the latest. */
export async function latestTicket({ db, companyId }: Scoped, contactId: number, connectionId: number) {
  const { rows } = await sql<Placed & { id: number; closed_at: Date | null; rating_until: Date | null }>`
    select id, status, user_id as "userId", queue_id as "queueId", closed_at, rating_until from tickets
    where company_id = ${companyId} and contact_id = ${contactId} and connection_id = ${connectionId}
    order by (status <> 'closed') desc, id desc limit 1 for update`.execute(db);
  return rows[0] ?? null;
}

export type NewTicket = Placed & { contactId: number; connectionId: number; isGroup: boolean; at: Date };

export async function insertTicket({ db, companyId }: Scoped, ticket: NewTicket): Promise<number> {
  const row = await db
    .insertInto('tickets')
    .values({
      company_id: companyId,
      status: ticket.status,
      user_id: ticket.userId,
      queue_id: ticket.queueId,
      contact_id: ticket.contactId,
      connection_id: ticket.connectionId,
      is_group: ticket.isGroup,
      created_at: ticket.at,
      updated_at: ticket.at,
      closed_at: ticket.status === 'closed' ? ticket.at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type TicketChange = Partial<Placed> & {
  connectionId?: number | null;
  protocol?: string;
  chatbot?: boolean;
  useIntegration?: boolean;
  promptId?: number | null;
  integrationId?: number | null;
  unreadMessages?: number;
  closedAt?: Date | null;
  ratingUntil?: Date | null;
  /** Left out, the ticket keeps its place in the lists. */
  at?: Date;
};

/** Writes what is given and raises the revision. */
export async function saveTicket({ db, companyId }: Scoped, id: number, change: TicketChange): Promise<void> {
  await db
    .updateTable('tickets')
    .set({
      status: change.status,
      user_id: change.userId,
      queue_id: change.queueId,
      connection_id: change.connectionId,
      protocol: change.protocol,
      chatbot: change.chatbot,
      use_integration: change.useIntegration,
      prompt_id: change.promptId,
      integration_id: change.integrationId,
      unread_messages: change.unreadMessages,
      closed_at: change.closedAt,
      rating_until: change.ratingUntil,
      updated_at: change.at,
      revision: sql<number>`revision + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

export type LastMessage = {
  id: number;
  body: string;
  type: string;
  fromMe: boolean;
  ack: number;
  at: Date;
  inboundAt: Date | null;
  unread: boolean;
  /** An agent wrote it, here or on the phone. */
  byPerson: boolean;
  /** The product said it by itself. */
  automatic: boolean;
  now: Date;
};

/** The columns that tell of the last message: those of `last`, unless a later one is noted already. */
export function lastMessageColumns(
  last: Pick<LastMessage, 'id' | 'body' | 'type' | 'fromMe' | 'ack' | 'at' | 'inboundAt'>,
): RawBuilder<unknown> {
  const newest = sql`(last_message_at is null or last_message_at <= ${last.at})`;
  return sql`
    last_message = case when ${newest} then ${last.body} else last_message end,
    last_message_type = case when ${newest} then ${last.type} else last_message_type end,
    last_message_from_me = case when ${newest} then ${last.fromMe} else last_message_from_me end,
    last_message_ack = case when ${newest} then ${last.ack}::smallint else last_message_ack end,
    last_message_failed = last_message_failed and not ${newest},
    last_message_id = case when ${newest} then ${last.id}::bigint else last_message_id end,
    last_message_at = greatest(last_message_at, ${last.at}),
    last_inbound_at = greatest(last_inbound_at, ${last.inboundAt}::timestamptz)`;
}

/** Notes a message as the ticket's last one, unless a later one is noted already; counts it as unread where asked. Returns the ticket. */
export async function saveLastMessage({ db, companyId }: Scoped, ticketId: number, last: LastMessage): Promise<TicketRow> {
  const { rows } = await sql<TicketRow>`
    with t as (
      update tickets set
        ${lastMessageColumns(last)},
        unread_messages = case when ${last.byPerson} then 0 else unread_messages + ${last.unread ? 1 : 0} end,
        automatic_texts = case when ${last.automatic} then automatic_texts + 1 when ${last.byPerson || !last.fromMe} then 0 else automatic_texts end,
        chatbot = chatbot and not ${last.byPerson},
        updated_at = ${last.now}, revision = revision + 1
      where company_id = ${companyId} and id = ${ticketId} returning *
    )
    select t.*, ${surroundings} from t ${joins}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TICKET_FOUND');
  return rows[0];
}

/** The ticks of the last message as the list shows them; nothing if another message came after it. */
export async function saveLastAck(
  { db, companyId }: Scoped,
  ticketId: number,
  messageId: number,
  ack: number,
  failed: boolean,
): Promise<void> {
  await sql`
    update tickets set last_message_ack = ${ack}, last_message_failed = ${failed}, revision = revision + 1
    where company_id = ${companyId} and id = ${ticketId} and last_message_id = ${messageId}`.execute(db);
}

/** The text of the last message as the list shows it; nothing if another message came after it. */
export async function saveLastText({ db, companyId }: Scoped, ticketId: number, messageId: number, body: string): Promise<void> {
  await sql`
    update tickets set last_message = ${body}, revision = revision + 1
    where company_id = ${companyId} and id = ${ticketId} and last_message_id = ${messageId}`.execute(db);
}

export async function removeTicket({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('tickets').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** The open tickets of somebody; holds them. */
export async function lockTicketsOfUser({ db, companyId }: Scoped, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** The active tickets of a queue; holds them. */
export async function lockActiveTicketsOfQueue({ db, companyId }: Scoped, queueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('queue_id', '=', queueId)
    .where('status', '<>', 'closed')
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Of all companies: forgets that ratings are waited for which will not come any more. */
export async function forgetRatings({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<void> {
  await sql`update tickets set rating_until = null where (company_id, id) in (
    select company_id, id from tickets where rating_until <= ${now} limit ${limit} for update skip locked)`.execute(db);
}
