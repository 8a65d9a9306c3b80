// The only writer of messages, their edits and reactions, and of the journal of what came in.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { Ack, MessageState } from '@balcao/contract/message-rules';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { DB } from '../../../../tables.ts';
import type { MessageRow, MessageWithParts } from '../view.ts';

const withParts = sql`
  select m.*, c.name as contact_name, c.number as contact_number, u.name as user_name,
    case when m.is_edited then coalesce((select json_agg(json_build_object('body', e.body, 'at', e.at) order by e.at)
      from message_edits e where e.company_id = m.company_id and e.message_id = m.id), '[]') else '[]' end as edits,
    coalesce((select json_agg(json_build_object('emoji', r.emoji, 'fromMe', r.from_me, 'name', r.author_name) order by r.at)
      from message_reactions r where r.company_id = m.company_id and r.message_id = m.id), '[]') as reactions`;
const partJoins = sql`
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

export async function getMessage(ctx: Scoped, id: number): Promise<MessageWithParts> {
  const row = await findMessage(ctx, id);
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return row;
}

export async function lockMessage({ db, companyId }: Scoped, id: number): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`select * from messages where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return rows[0];
}

/** The thread of a contact on a connection, newest first, across tickets the caller may see. `seen` is the condition on ticket `t`. */
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

async function withQuotes({ db, companyId }: Scoped, rows: MessageWithParts[]): Promise<MessageWithParts[]> {
  const ids = [...new Set(rows.flatMap((row) => (row.quoted_id === null ? [] : [row.quoted_id])))];
  if (ids.length === 0) return rows.map((row) => ({ ...row, quoted: null }));
  const { rows: quoted } = await sql<MessageWithParts>`
    select m.*, c.name as contact_name, c.number as contact_number, u.name as user_name, '[]'::json as edits, '[]'::json as reactions
    from messages m ${partJoins} where m.company_id = ${companyId} and m.id = any(${ids}::bigint[])`.execute(db);
  const byId = new Map(quoted.map((row) => [row.id, { ...row, quoted: null }]));
  return rows.map((row) => ({ ...row, quoted: row.quoted_id === null ? null : (byId.get(row.quoted_id) ?? null) }));
}

export type LastOfChat = {
  contact_id: number;
  channel: ConnectionChannel;
  external_id: string | null;
  from_me: boolean;
  participant: string | null;
  sent_at: Date;
};

/** The last message of up to `chats` chats among the latest `among` of a connection. */
export async function lastOfChats({ db, companyId }: Scoped, connectionId: number, among: number, chats: number): Promise<LastOfChat[]> {
  const { rows } = await sql<LastOfChat>`
    select distinct on (m.contact_id) m.contact_id, w.channel, m.external_id, m.from_me, m.participant, m.sent_at
    from (
      select contact_id, external_id, from_me, participant, sent_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} order by sent_at desc limit ${among}
    ) m join connections w on w.company_id = ${companyId} and w.id = ${connectionId}
    where m.external_id is not null order by m.contact_id, m.sent_at desc limit ${chats}`.execute(db);
  return rows;
}

type NewMessage = Omit<Insertable<DB['messages']>, 'company_id'>;

/** Inserts a message; null when its external id or client key is known already. */
export async function insertMessage({ db, companyId }: Scoped, message: NewMessage): Promise<MessageRow | null> {
  const row = await db
    .insertInto('messages')
    .values({ ...message, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return (row as MessageRow | undefined) ?? null;
}

export async function saveMessage({ db, companyId }: Scoped, id: number, change: Updateable<DB['messages']>, now: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ ...change, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The ids of messages sent under these keys before, in the keys' order. */
export async function messagesByClientKeys({ db, companyId }: Scoped, keyStart: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where company_id = ${companyId} and client_key >= ${`${keyStart}:`} and client_key < ${`${keyStart};`} order by id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Holds and returns the message the provider speaks of, by our key or by its id. Ours (`from_me`) unless said otherwise. */
export async function lockByProvider(
  { db, companyId }: Scoped,
  connectionId: number,
  by: { externalId: string; clientKey?: string | null; fromMe?: boolean },
): Promise<MessageRow | null> {
  const side = by.fromMe === undefined ? sql`true` : sql`from_me = ${by.fromMe}`;
  const { rows } = await sql<MessageRow>`
    select * from messages where company_id = ${companyId} and connection_id = ${connectionId} and external_id = ${by.externalId} and ${side}
    order by from_me limit 1 for update`.execute(db);
  if (rows[0] || !by.clientKey) return rows[0] ?? null;
  const keyed = await sql<MessageRow>`
    select * from messages where company_id = ${companyId} and client_key = ${by.clientKey} and connection_id = ${connectionId} for update`.execute(
    db,
  );
  return keyed.rows[0] ?? null;
}

export async function findByExternalId(
  { db, companyId }: Scoped,
  { connectionId, contactId }: { connectionId: number; contactId: number },
  externalId: string,
): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('contact_id', '=', contactId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row ?? null;
}

/** One chat, one writer at a time: held until the transaction ends. */
export async function lockChat({ db, companyId }: Scoped, connectionId: number, contactId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat:${companyId}:${connectionId}:${contactId}`}, 0))`.execute(db);
}

/** Until when a send that begins now may take. */
export type SendLease = { text: Date; file: Date };

export type Claim = { id: number; contact_id: number };

/**
 * Takes the first unsent message of up to `limit` chats for sending. A chat whose first unsent message is under way or waits for its
 * next attempt stays as it is, so that nothing overtakes.
 */
export async function claimOutbox(
  { db, companyId }: Scoped,
  connectionId: number,
  limit: number,
  now: Date,
  until: SendLease,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with firsts as (
      select distinct on (contact_id) id, contact_id, state, next_attempt_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
      order by contact_id, id
    ), taken as (
      select m.id from messages m join firsts f on f.id = m.id
      where m.company_id = ${companyId} and m.state = 'queued' and (f.next_attempt_at is null or f.next_attempt_at <= ${now})
      order by m.id limit ${limit} for update of m skip locked
    )
    update messages m set state = 'sending', attempts = attempts + 1, updated_at = ${now},
      next_attempt_at = case when media_key is null then ${until.text}::timestamptz else ${until.file}::timestamptz end
    from taken where m.company_id = ${companyId} and m.id = taken.id
    returning m.id, m.contact_id`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/** Puts what is under way back into the queue: all of it, or what was claimed until just this instant. */
export async function requeueSending({ db, companyId }: Scoped, connectionId: number, now: Date, until?: SendLease): Promise<void> {
  const claim = until ? sql`next_attempt_at in (${until.text}, ${until.file})` : sql`true`;
  await sql`update messages set state = 'queued', next_attempt_at = null, updated_at = ${now}
    where company_id = ${companyId} and connection_id = ${connectionId} and state = 'sending' and ${claim}`.execute(db);
}

/** Sends of a connection that should have ended by now, and have not; holds them. */
export async function lockExpiredSends(
  { db, companyId }: Scoped,
  connectionId: number,
  now: Date,
): Promise<{ id: number; ticket_id: number }[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'ticket_id'])
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'sending')
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * When the outbox of a connection has something to do next; null when it is empty or all is under way. What stands behind a message
 * of its chat waits with it.
 */
export async function nextDue({ db, companyId }: Scoped, connectionId: number): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(coalesce(next_attempt_at, created_at)) as due from (
      select distinct on (contact_id) state, next_attempt_at, created_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
      order by contact_id, id
    ) firsts where state = 'queued'`.execute(db);
  return rows[0]?.due ?? null;
}

export async function moveState(
  { db, companyId }: Scoped,
  id: number,
  to: { state: MessageState; ack: Ack; failReason?: string | null; externalId?: string; nextAttemptAt?: Date | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      state: to.state,
      ack: to.ack,
      fail_reason: to.failReason,
      external_id: to.externalId,
      next_attempt_at: to.nextAttemptAt,
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

export type ReadMessage = { external_id: string | null; from_me: boolean; participant: string | null };

/** Marks what came in on a ticket as read; what was not yet, oldest first. */
export async function markThreadRead({ db, companyId }: Scoped, ticketId: number, now: Date): Promise<ReadMessage[]> {
  const { rows } = await sql<ReadMessage & { id: number }>`
    update messages set read = true, updated_at = ${now}
    where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read
    returning id, external_id, from_me, participant`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

export type NewReaction = {
  fromMe: boolean;
  /** Who of a group, as `kind:value`; empty elsewhere. */
  author: string;
  authorName: string | null;
  /** Empty takes it away. */
  emoji: string;
  at: Date;
};

/** One reaction of each person; a later one replaces it. */
export async function saveReaction({ db, companyId }: Scoped, messageId: number, reaction: NewReaction): Promise<void> {
  const { fromMe, author, authorName, emoji, at } = reaction;
  if (emoji === '') {
    await db
      .deleteFrom('message_reactions')
      .where('company_id', '=', companyId)
      .where('message_id', '=', messageId)
      .where('from_me', '=', fromMe)
      .where('author', '=', author)
      .execute();
    return;
  }
  await sql`
    insert into message_reactions (company_id, message_id, from_me, author, author_name, emoji, at)
    values (${companyId}, ${messageId}, ${fromMe}, ${author}, ${authorName}, ${emoji}, ${at})
    on conflict (company_id, message_id, from_me, author) do update set
      emoji = excluded.emoji, at = excluded.at, author_name = coalesce(excluded.author_name, message_reactions.author_name)
    where message_reactions.at <= excluded.at`.execute(db);
}

/** Keeps a former text. Those replaced within the same instant keep their order. */
export async function insertEdit({ db, companyId }: Scoped, messageId: number, before: string, at: Date): Promise<void> {
  await sql`
    insert into message_edits (company_id, message_id, body, at)
    select ${companyId}, ${messageId}, ${before}, greatest(${at}::timestamptz, max(e.at) + interval '1 millisecond')
    from message_edits e where e.company_id = ${companyId} and e.message_id = ${messageId}`.execute(db);
}

export type OfCompany = { company_id: number; connection_id: number };

/** Of all companies: sends that never ended. */
export async function lostSends(
  { db }: Pick<PlatformTx, 'db'>,
  now: Date,
  limit: number,
): Promise<(OfCompany & { id: number; channel: ConnectionChannel })[]> {
  const { rows } = await sql<OfCompany & { id: number; channel: ConnectionChannel }>`
    select m.company_id, m.connection_id, m.id, w.channel from messages m
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    where m.state = 'sending' and m.next_attempt_at <= ${now} limit ${limit}`.execute(db);
  return rows;
}

/** Of all companies: connections with something to send whose time has come a while ago. */
export async function overdueOutboxes({ db }: Pick<PlatformTx, 'db'>, before: Date): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select distinct company_id, connection_id from messages
    where state = 'queued' and coalesce(next_attempt_at, created_at) <= ${before} limit 500`.execute(db);
  return rows;
}
