// The only writer of tickets and attendances.
import type { NewTicket, TicketPatch, TicketState } from '@balcao/contract/ticket-move-rules';
import type { TicketFilter, Viewer } from '@balcao/contract/ticket-rules';
import { type RawBuilder, sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TicketRow } from '../view.ts';

/** How far counting goes; nobody reads a larger number. */
export const countMax = 1000;

/** How many tickets one transaction moves, so that none is held for long. */
export const atOnce = 50;

export const surroundings = sql`
  c.name as contact_name, c.number as contact_number, c.email as contact_email, c.picture_key as contact_picture_key,
  q.name as queue_name, q.color as queue_color, u.name as user_name,
  w.name as connection_name, w.channel as connection_channel, w.status as connection_status,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
    from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id), '[]') as tags`;
export const joins = sql`
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

/** Throws ERR_NO_TICKET_FOUND. */
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

/** A ticket as the rules see it, held until the transaction ends. */
export type HeldTicket = TicketState & { id: number; contactId: number };

export const heldColumns = sql`
  t.id, t.contact_id as "contactId", t.status, t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "connectionId",
  t.chatbot, t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
  t.unread_messages as "unreadMessages", t.closed_at as "closedAt", t.rating_until as "ratingUntil"`;

/** Holds a ticket until the transaction ends. Throws ERR_NO_TICKET_FOUND. */
export async function lockTicket({ db, companyId }: Scoped, id: number): Promise<HeldTicket> {
  const { rows } =
    await sql<HeldTicket>`select ${heldColumns} from tickets t where t.company_id = ${companyId} and t.id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TICKET_FOUND');
  return rows[0];
}

/**
 * Holds the row, if there is one, until the transaction ends. What is read with its surroundings is read afterwards: a statement that
 * waited for the row would show it beside the agent and the queue it had before.
 */
export async function lockRow({ db, companyId }: Scoped, id: number): Promise<void> {
  await sql`select 1 from tickets where company_id = ${companyId} and id = ${id} for update`.execute(db);
}

/** As `getTicket`, held until the transaction ends. */
export async function lockTicketRow(ctx: Scoped, id: number): Promise<TicketRow> {
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

/** The ticket a message of this chat would go on with: the active one, else the latest; held. */
export async function latestTicket({ db, companyId }: Scoped, contactId: number, connectionId: number): Promise<HeldTicket | null> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
    order by (t.status <> 'closed') desc, t.id desc limit 1 for update`.execute(db);
  return rows[0] ?? null;
}

/** Adds a ticket. Its protocol is `protocolDay` and its id. */
export async function insertTicket(
  { db, companyId }: Scoped,
  ticket: NewTicket & { contactId: number; isGroup: boolean; protocolDay: string },
): Promise<TicketRow> {
  const { rows } = await sql<TicketRow>`
    with next as (select nextval(pg_get_serial_sequence('tickets', 'id')) as id), t as (
      insert into tickets (company_id, id, protocol, contact_id, is_group, created_at, updated_at, status, user_id, queue_id, connection_id,
        chatbot, use_integration, prompt_id, integration_id, unread_messages, closed_at, rating_until)
      select ${companyId}, id, concat(${ticket.protocolDay}::text, '-', id), ${ticket.contactId}, ${ticket.isGroup}, ${ticket.at}, ${ticket.at},
        ${ticket.status}, ${ticket.userId}, ${ticket.queueId}, ${ticket.connectionId},
        ${ticket.chatbot}, ${ticket.useIntegration}, ${ticket.promptId}, ${ticket.integrationId}, ${ticket.unreadMessages},
        ${ticket.closedAt}, ${ticket.ratingUntil} from next
      returning *
    )
    select t.*, ${surroundings} from t ${joins}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_CREATING_TICKET');
  return rows[0];
}

/** Writes what is given and raises the revision. Returns the ticket. */
export async function saveTicket({ db, companyId }: Scoped, id: number, patch: TicketPatch): Promise<TicketRow> {
  const saved = db
    .updateTable('tickets')
    .set({
      status: patch.status,
      user_id: patch.userId,
      queue_id: patch.queueId,
      connection_id: patch.connectionId,
      chatbot: patch.chatbot,
      use_integration: patch.useIntegration,
      prompt_id: patch.promptId,
      integration_id: patch.integrationId,
      unread_messages: patch.unreadMessages,
      closed_at: patch.closedAt,
      rating_until: patch.ratingUntil,
      updated_at: patch.at,
      revision: sql<number>`revision + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll();
  const { rows } = await sql<TicketRow>`with t as (${saved}) select t.*, ${surroundings} from t ${joins}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_TICKET_FOUND');
  return rows[0];
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
export async function lockTicketsOfUser({ db, companyId }: Scoped, userId: number): Promise<HeldTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t where t.company_id = ${companyId} and t.user_id = ${userId} and t.status = 'open'
    order by t.id limit ${atOnce} for update`.execute(db);
  return rows;
}

/** The active tickets of a queue; holds them. */
export async function lockActiveTicketsOfQueue({ db, companyId }: Scoped, queueId: number): Promise<HeldTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t where t.company_id = ${companyId} and t.queue_id = ${queueId} and t.status <> 'closed'
    order by t.id limit ${atOnce} for update`.execute(db);
  return rows;
}

/** Of all companies: forgets that ratings are waited for which will not come any more. */
export async function forgetRatings({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<void> {
  await sql`update tickets set rating_until = null where (company_id, id) in (
    select company_id, id from tickets where rating_until <= ${now} limit ${limit} for update skip locked)`.execute(db);
}
