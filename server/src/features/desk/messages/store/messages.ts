// This folder alone writes messages, their edits and reactions, and the journal of inbound facts. Here: single messages and threads.
import type { Ack, MessageState } from '@balcao/contract/message-rules';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
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

async function withQuotes({ db, companyId }: Scoped, rows: MessageWithParts[]): Promise<MessageWithParts[]> {
  const ids = [...new Set(rows.flatMap((row) => (row.quoted_id === null ? [] : [row.quoted_id])))];
  if (ids.length === 0) return rows.map((row) => ({ ...row, quoted: null }));
  const { rows: quoted } = await sql<MessageWithParts>`
    select m.*, c.name as contact_name, c.number as contact_number, u.name as user_name, '[]'::json as edits, '[]'::json as reactions
    from messages m ${partJoins} where m.company_id = ${companyId} and m.id = any(${ids}::bigint[])`.execute(db);
  const byId = new Map(quoted.map((row) => [row.id, { ...row, quoted: null }]));
  return rows.map((row) => ({ ...row, quoted: row.quoted_id === null ? null : (byId.get(row.quoted_id) ?? null) }));
}

type NewMessage = Omit<Insertable<DB['messages']>, 'company_id'>;

/** Inserts a message; null if its external id or client key exists. */
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

/** Marks what came in on a ticket as read. Returns what was not yet, with an id of the provider's, oldest first. */
export async function markThreadRead({ db, companyId }: Scoped, ticketId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number; reportable: boolean }>`
    update messages set read = true, updated_at = ${now}
    where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me and not read
    returning id, external_id is not null as reportable`.execute(db);
  return rows
    .filter(({ reportable }) => reportable)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
