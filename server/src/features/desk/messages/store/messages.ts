// This folder alone writes messages, their edits and reactions, and the journal of inbound facts. Here: single messages and threads.
import type { Ack, MessageState } from '@balcao/contract/message-rules';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { withTimes } from '../../../../platform/db/json-times.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { DB } from '../../../../tables.ts';
import type { MessageRow, MessageWithParts } from '../view.ts';
import { enterOutbox, lockOutboxRow, type OutboxRow } from './outbox.ts';
import { knownAs } from './provider.ts';
import { releasing } from './waiting.ts';

/** What a message's own row does not say: how it stands in the outbox, whether it was read, and the words of what was spoken. */
const standing = sql`
    case when m.state = 'queued' then (select json_build_object('state', o.state, 'reason', o.reason, 'nextAttemptAt', o.next_attempt_at, 'updatedAt', o.updated_at)
      from message_outbox o where o.company_id = m.company_id and o.message_id = m.id) end as outbox,
    m.is_read or coalesce(m.position, m.id) <= (select t.read_up_to from tickets t where t.company_id = m.company_id and t.id = m.ticket_id) as read,
    case when m.media_type = 'audio' then (select json_build_object('body', s.body, 'at', s.created_at)
      from message_transcripts s where s.company_id = m.company_id and s.message_id = m.id) end as transcript`;

export const withParts = sql`
  select m.*, c.name as contact_name, c.number as contact_number, u.name as user_name,
    case when m.is_edited then coalesce((select json_agg(json_build_object('body', e.body, 'at', e.at) order by e.at)
      from message_edits e where e.company_id = m.company_id and e.message_id = m.id), '[]') else '[]' end as edits,
    coalesce((select json_agg(json_build_object('emoji', r.emoji, 'fromMe', r.from_me, 'name', r.author_name) order by r.at)
      from message_reactions r where r.company_id = m.company_id and r.message_id = m.id), '[]') as reactions,
    ${standing}`;

export const partJoins = sql`
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  left join users u on u.company_id = m.company_id and u.id = m.user_id`;

export async function findMessage(ctx: Scoped, id: number): Promise<MessageWithParts | null> {
  const { rows } =
    await sql<MessageWithParts>`${withParts} from messages m ${partJoins} where m.company_id = ${ctx.companyId} and m.id = ${id}`.execute(
      ctx.db,
    );
  const [found] = await withQuotes(ctx, rows);
  return found ?? null;
}

export async function findMessages(ctx: Scoped, ids: readonly number[]): Promise<MessageWithParts[]> {
  const { rows } =
    await sql<MessageWithParts>`${withParts} from messages m ${partJoins} where m.company_id = ${ctx.companyId} and m.id = any(${[...ids]}::bigint[])`.execute(
      ctx.db,
    );
  return withQuotes(ctx, rows);
}

/** A message with the addresses of its contact. */
export type ToSend = MessageWithParts & {
  identities: { kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group'; value: string }[];
};

/** These messages, in the order of their ids, with all addresses of their contacts, the most recent first. */
export async function messagesToSend(ctx: Scoped, ids: readonly number[]): Promise<ToSend[]> {
  const identities = sql`coalesce((select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.created_at desc, i.kind, i.value)
    from contact_identities i where i.company_id = m.company_id and i.contact_id = m.contact_id), '[]') as identities`;
  const { rows } = await sql<ToSend>`
    ${withParts}, ${identities} from messages m ${partJoins} where m.company_id = ${ctx.companyId} and m.id = any(${[...ids]}::bigint[])
    order by m.id`.execute(ctx.db);
  return withQuotes(ctx, rows);
}

export async function getMessage(ctx: Scoped, id: number): Promise<MessageWithParts> {
  const row = await findMessage(ctx, id);
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return row;
}

/** What another user wrote in a ticket after this message, the latest; null for nothing. What failed or was deleted is no answer. */
export async function answerAfter(
  { db, companyId }: Scoped,
  ticketId: number,
  messageId: number,
  author: number | null,
): Promise<{ by: string; at: Date } | null> {
  const { rows } = await sql<{ by: string; at: Date }>`
    select u.name as by, m.created_at as at from messages m join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.id > ${messageId} and m.from_me and m.user_id <> ${author ?? 0}
      and m.state <> 'failed' and not m.is_deleted
    order by m.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How far a message has come; null if it is gone. */
export async function findState(
  { db, companyId }: Scoped,
  id: number,
): Promise<{ state: string; fail_reason: string | null; body: string } | null> {
  const { rows } = await sql<{ state: string; fail_reason: string | null; body: string }>`
    select state, fail_reason, body from messages where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The tickets of these messages. */
export async function ticketsOf({ db, companyId }: Scoped, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    select distinct ticket_id from messages where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ ticket_id }) => ticket_id);
}

/** Keeps messages, and the files they name, as they are until the transaction ends. The caller has locked their tickets. */
export async function keepMessages({ db, companyId }: Scoped, ids: readonly number[]): Promise<void> {
  await sql`select 1 from messages where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) order by id for share`.execute(db);
}

/** A locked message, and what the outbox says about it, locked too; null if it is not there. */
export type HeldMessage = MessageRow & { outbox: OutboxRow | null };

/** Locks a message; null if it is gone. The caller has locked its ticket. */
export async function lockMessage(ctx: Scoped, id: number): Promise<HeldMessage | null> {
  const { db, companyId } = ctx;
  const { rows } = await sql<MessageRow>`select * from messages where company_id = ${companyId} and id = ${id} for no key update`.execute(
    db,
  );
  const [row] = rows;
  // A statement of its own: one that waited for the message would show the outbox as it was before.
  return row ? { ...row, outbox: row.state === 'queued' ? await lockOutboxRow(ctx, id) : null } : null;
}

/** Locks a message's ticket, then the message and its place in the outbox; null if the message is gone. */
export async function holdRow({ db, companyId }: Scoped, id: number): Promise<HeldMessage | null> {
  const { rows } = await sql<MessageRow & { waiting: OutboxRow | null }>`
    select m.*, case when (h.waiting).message_id is not null then row_to_json(h.waiting) end as waiting
    from hold_message(${companyId}, ${id}) h cross join lateral (select (h.message).*) m`.execute(db);
  if (!rows[0]) return null;
  const { waiting, ...row } = rows[0];
  const time = (at: Date | null) => at && new Date(at);
  const outbox = waiting && {
    ...waiting,
    lease_until: time(waiting.lease_until),
    next_attempt_at: time(waiting.next_attempt_at),
    created_at: new Date(waiting.created_at),
  };
  return { ...row, outbox };
}

/** The thread of a contact on a connection, newest first, across the tickets the caller may see. `seen` is a condition on ticket `t`. */
export async function listThread(
  ctx: Scoped,
  thread: { contactId: number; connectionId: number },
  seen: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<MessageWithParts[]> {
  const { rows } = await sql<MessageWithParts>`
    ${withParts}
    from (
      select m.* from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
      where m.company_id = ${ctx.companyId} and m.contact_id = ${thread.contactId} and m.connection_id = ${thread.connectionId} and ${seen}
      order by m.sent_at desc, m.id desc limit ${limit} offset ${offset}
    ) m ${partJoins}
    order by m.sent_at desc, m.id desc`.execute(ctx.db);
  return withQuotes(ctx, rows);
}

/** What somebody holds of a thread: all from a message on, as it was at a time. */
export type Held = { from: number; since: Date };

/**
 * The messages of a thread from the one named `from` on: how many, the sum of their ids, and those that look different since then, `limit` at
 * most. Null if that message is not in this thread.
 */
export async function changesOfThread(
  { db, companyId }: Scoped,
  thread: { contactId: number; connectionId: number },
  { from, since }: Held,
  seen: RawBuilder<unknown>,
  limit: number,
): Promise<{ count: number; sum: string; changed: number[] } | null> {
  // By the thread's own order. An index by the time of change would be written with each tick of each message.
  const { rows } = await sql<{ count: number; sum: string; changed: number[] }>`
    select count(*)::int as count, sum(id)::text as sum, coalesce(array_to_json((array_agg(id) filter (where changed))[1:${limit}::int]), '[]') as changed
    from (
      select m.id, m.updated_at > ${since} or c.updated_at > ${since} and not m.from_me or u.updated_at > ${since} or q.updated_at > ${since}
        or m.state = 'queued' and exists (select from message_outbox o
          where o.company_id = m.company_id and o.message_id = m.id and o.updated_at > ${since})
        or m.media_type = 'audio' and exists (select from message_transcripts s
          where s.company_id = m.company_id and s.message_id = m.id and s.created_at > ${since}) as changed
      from messages f
      join messages m on m.company_id = f.company_id and m.contact_id = f.contact_id and m.connection_id = f.connection_id
        and (m.sent_at, m.id) >= (f.sent_at, f.id)
      join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
      left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
      ${partJoins}
      where f.company_id = ${companyId} and f.id = ${from} and f.contact_id = ${thread.contactId} and f.connection_id = ${thread.connectionId}
        and ${seen}
    ) held`.execute(db);
  return rows[0]?.count ? rows[0] : null;
}

/** Fills in the messages that these quote. The rows themselves: to copy them takes longer than all else of it. */
export async function withQuotes<T extends MessageWithParts>(ctx: Scoped, rows: T[]): Promise<T[]> {
  const ids = new Set(rows.flatMap((row) => row.quoted_id ?? []));
  const quoted = ids.size === 0 ? null : await quotable(ctx, [...ids]);
  for (const row of rows) row.quoted = (row.quoted_id !== null && quoted?.get(row.quoted_id)) || null;
  return rows;
}

/** What is shown of a message that another one quotes. */
const quotedParts = sql`
  select m.*, c.name as contact_name, c.number as contact_number, u.name as user_name, '[]'::json as edits, '[]'::json as reactions, ${standing}`;

async function quotable({ db, companyId }: Scoped, ids: number[]): Promise<Map<number, MessageWithParts>> {
  const { rows } = await sql<MessageWithParts>`
    ${quotedParts} from messages m ${partJoins} where m.company_id = ${companyId} and m.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, quoted: null }]));
}

/** The message of a chat that the provider knows by this id, as it is quoted. */
export async function findByExternalId(
  { db, companyId }: Scoped,
  { connectionId, contactId }: { connectionId: number; contactId: number },
  externalId: string,
): Promise<MessageWithParts | null> {
  const { rows } = await sql<MessageWithParts>`
    ${quotedParts} from ${knownAs(companyId, connectionId, [externalId])} k join messages m on m.company_id = ${companyId} and m.id = k.id ${partJoins}
    where m.contact_id = ${contactId} limit 1`.execute(db);
  return rows[0] ? { ...rows[0], quoted: null } : null;
}

type NewMessage = Omit<Insertable<DB['messages']>, 'company_id'>;

/** The parts by which the statement that inserts a message notes it on its ticket. */
type Noting<T> = {
  ticket(inserted: { id: RawBuilder<unknown>; isThere: RawBuilder<unknown> }): RawBuilder<unknown>;
  response: RawBuilder<unknown> | null;
  row(ticket: RawBuilder<unknown>): RawBuilder<T>;
};

export type Inserted<T> = { row: MessageRow; ticket: T; released: number[] };

/**
 * Inserts a message that came in and notes it on its ticket. If the customer wrote it, messages held back for them become due: `released`. Null
 * if its external id exists; then nothing is noted.
 */
export function insertReceived<T>(ctx: Scoped, message: NewMessage & { updated_at: Date }, noting: Noting<T>): Promise<Inserted<T> | null> {
  const { connection_id: connectionId, contact_id: contactId, updated_at: now } = message;
  if (message.from_me) return insertWith(ctx, message, noting, sql``, sql`'[]'::json`);
  const released = sql`coalesce((select json_agg(id) from released), '[]')`;
  return insertWith(ctx, message, noting, sql`, ${releasing(ctx.companyId, { connectionId, now }, contactId)}`, released);
}

/**
 * Inserts a message into the outbox as well, and notes it on its ticket; null if its client key exists. `overrules`: the health of its number
 * does not hold it back.
 */
export function insertQueued<T>(
  ctx: Scoped,
  message: Omit<NewMessage, 'state'>,
  noting: Noting<T>,
  { overrules }: { overrules: boolean },
): Promise<Inserted<T> | null> {
  const outbox = sql`, o as (
    insert into message_outbox (company_id, message_id, connection_id, contact_id, overrules, created_at, updated_at)
    select company_id, id, connection_id, contact_id, ${overrules}, created_at, updated_at from m)`;
  return insertWith(ctx, { ...message, state: 'queued' }, noting, outbox, sql`'[]'::json`);
}

async function insertWith<T>(
  { db, companyId }: Scoped,
  message: NewMessage,
  noting: Noting<T>,
  more: RawBuilder<unknown>,
  released: RawBuilder<unknown>,
): Promise<Inserted<T> | null> {
  const inserted = db
    .insertInto('messages')
    .values({ ...message, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll();
  const response = noting.response ? sql`, r as (${noting.response})` : sql``;
  const { rows } = await sql<T & { inserted: MessageRow; released: number[] }>`
    with m as (${inserted}), t as (${noting.ticket({ id: sql`(select id from m)`, isThere: sql`exists (select from m)` })})${response}${more}
    select noted.*, (select row_to_json(m) from m) as inserted, ${released} as released from (${noting.row(sql`t`)}) noted`.execute(db);
  if (!rows[0]) return null;
  const { inserted: row, released: ids, ...ticket } = rows[0];
  return { row: withTimes(row, ['sent_at', 'created_at', 'updated_at']), ticket: ticket as T, released: ids };
}

export async function saveMessage({ db, companyId }: Scoped, id: number, change: Updateable<DB['messages']>, now: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ ...change, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The messages with these client keys, in the order of sending. */
export async function messagesByClientKeys(
  { db, companyId }: Scoped,
  keys: readonly string[],
): Promise<{ id: number; ticket_id: number }[]> {
  const { rows } = await sql<{ id: number; ticket_id: number }>`
    select id, ticket_id from messages where company_id = ${companyId} and client_key = any(${[...keys]}::text[]) order by id`.execute(db);
  return rows;
}

/** Locks a chat until the transaction ends: one writer at a time. */
export async function lockChat({ db, companyId }: Scoped, connectionId: number, contactId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat:${companyId}:${connectionId}:${contactId}`}, 0))`.execute(db);
}

/**
 * Takes a message out of the outbox and notes how it stands. `sentAs`: the provider's id, by which it is found from then on.
 * While it was in the outbox, people were told the date of its place there, so it is dated no earlier.
 */
export async function settleMessage(
  { db, companyId }: Scoped,
  id: number,
  to: { state: Exclude<MessageState, 'queued' | 'sending'>; ack: Ack; failReason?: string | null | undefined; sentAs?: string | undefined },
  now: Date,
): Promise<void> {
  const reason = to.failReason === undefined ? sql`fail_reason` : sql`${to.failReason}`;
  const known = sql`, known as (
    insert into message_external_ids (company_id, connection_id, external_id, message_id)
    select company_id, connection_id, ${to.sentAs}, id from messages where company_id = ${companyId} and id = ${id}
    on conflict do nothing)`;
  await sql`
    with gone as (delete from message_outbox where company_id = ${companyId} and message_id = ${id})
    ${to.sentAs === undefined ? sql`` : known}
    update messages set state = ${to.state}, ack = ${to.ack}, fail_reason = ${reason}, sent_as = coalesce(${to.sentAs ?? null}, sent_as),
      updated_at = greatest(${now}, (select updated_at from message_outbox where company_id = ${companyId} and message_id = ${id}))
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** A failed message is queued again: the provider will give it another id, and what it says of the former is no longer about it. */
export async function queueAgain(ctx: Scoped, message: Pick<MessageRow, 'id' | 'connection_id' | 'contact_id'>, now: Date): Promise<void> {
  const { db, companyId } = ctx;
  await sql`
    with gone as (
      delete from message_external_ids e using messages m
      where m.company_id = ${companyId} and m.id = ${message.id} and e.company_id = m.company_id and e.connection_id = m.connection_id
        and e.external_id = m.sent_as and e.message_id = m.id)
    update messages set state = 'queued', ack = 0, fail_reason = null, external_id = null, sent_as = null, updated_at = ${now}
    where company_id = ${companyId} and id = ${message.id}`.execute(db);
  await enterOutbox(ctx, message, now);
}

/** A placeholder became readable: it is as new as what comes in now. */
export async function renewPosition({ db, companyId }: Scoped, id: number): Promise<void> {
  await sql`update messages set position = nextval('messages_id_seq') where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** Of the latest `among` messages of a chat, the customer's in this ticket that were not read up to `readUpTo`, oldest first, if the provider knows them. */
export async function unreadOf(
  { db, companyId }: Scoped,
  { ticketId, contactId, connectionId, readUpTo }: { ticketId: number; contactId: number; connectionId: number; readUpTo: number },
  among: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select * from messages where company_id = ${companyId} and contact_id = ${contactId} and connection_id = ${connectionId}
      order by sent_at desc, id desc limit ${among}
    ) latest
    where ticket_id = ${ticketId} and not from_me and not is_read and coalesce(position, id) > ${readUpTo} and external_id is not null
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
