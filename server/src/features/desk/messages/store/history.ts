// Many messages at once.
import { type Insertable, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { DB } from '../../../../tables.ts';
import type { MessageRow } from '../view.ts';
import { knownAs } from './provider.ts';

export type Known = Pick<MessageRow, 'id' | 'media_type'>;

/** The messages among these that the connection already has, by `{from_me} {external id}`. */
export async function knownByProvider(
  { db, companyId }: Scoped,
  connectionId: number,
  externalIds: readonly string[],
): Promise<Map<string, Known>> {
  const { rows } = await sql<Known & { external_id: string; from_me: boolean }>`
    select m.id, m.media_type, coalesce(m.sent_as, m.external_id) as external_id, m.from_me
    from ${knownAs(companyId, connectionId, externalIds)} k join messages m on m.company_id = ${companyId} and m.id = k.id`.execute(db);
  return new Map(rows.map((row) => [`${row.from_me} ${row.external_id}`, row]));
}

/** Inserts messages and skips those that exist. Returns the inserted ones. */
export async function insertMessages(
  { db, companyId }: Scoped,
  messages: readonly Omit<Insertable<DB['messages']>, 'company_id'>[],
): Promise<Pick<MessageRow, 'id' | 'body' | 'mentions' | 'media_type' | 'from_me' | 'ack' | 'sent_at'>[]> {
  const rows = await db
    .insertInto('messages')
    .values(messages.map((message) => ({ ...message, company_id: companyId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'body', 'mentions', 'media_type', 'from_me', 'ack', 'sent_at'])
    .execute();
  return rows as Pick<MessageRow, 'id' | 'body' | 'mentions' | 'media_type' | 'from_me' | 'ack' | 'sent_at'>[];
}

/** Links these messages to the messages they quote, if those are stored. */
export async function linkQuotes({ db, companyId }: Scoped, connectionId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update messages m set quoted_id = q.id from (
      select id, external_id from messages where company_id = ${companyId} and connection_id = ${connectionId} and external_id is not null
      union all
      select message_id, external_id from message_external_ids where company_id = ${companyId} and connection_id = ${connectionId}
    ) q
    where m.company_id = ${companyId} and m.id = any(${[...ids]}::bigint[]) and m.quoted_external_id is not null
      and q.external_id = m.quoted_external_id`.execute(db);
}

/** The messages among these whose file is missing: history, whose files nobody has requested, and messages received before `before`. */
export async function missingFiles({ db, companyId }: Scoped, ids: readonly number[], before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) and media_state = 'pending'
      and (history or created_at <= ${before})`.execute(db);
  return rows.map(({ id }) => id);
}
