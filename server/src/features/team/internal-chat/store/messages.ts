// The only writer of the messages of chats and of their files.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { ChatFiles, ChatMessages } from '../../../../tables.ts';

export type ChatFileRow = Selectable<ChatFiles>;
export type ChatMessageRow = Selectable<ChatMessages> & { sender_name: string };

/** The newest messages of a chat, newest first. */
export async function listMessages({ db, companyId }: Scoped, chatId: number, limit: number, offset: number): Promise<ChatMessageRow[]> {
  const { rows } = await sql<ChatMessageRow>`
    select m.*, u.name as sender_name from chat_messages m join users u on u.company_id = m.company_id and u.id = m.sender_id
    where m.company_id = ${companyId} and m.chat_id = ${chatId} order by m.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function findMessageByKey(
  { db, companyId }: Scoped,
  chatId: number,
  senderId: number,
  clientKey: string,
): Promise<ChatMessageRow | null> {
  const { rows } = await sql<ChatMessageRow>`
    select m.*, u.name as sender_name from chat_messages m join users u on u.company_id = m.company_id and u.id = m.sender_id
    where m.company_id = ${companyId} and m.chat_id = ${chatId} and m.sender_id = ${senderId} and m.client_key = ${clientKey}`.execute(db);
  return rows[0] ?? null;
}

export async function filesOf({ db, companyId }: Scoped, messageIds: readonly number[]): Promise<ChatFileRow[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<ChatFileRow>`
    select * from chat_files where company_id = ${companyId} and message_id = any(${[...messageIds]}::bigint[]) order by message_id, id`.execute(
    db,
  );
  return rows;
}

export function insertMessage(
  { db, companyId }: Scoped,
  row: Omit<Insertable<ChatMessages>, 'company_id'>,
): Promise<Selectable<ChatMessages>> {
  return db
    .insertInto('chat_messages')
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertFiles({ db, companyId }: Scoped, rows: readonly Omit<Insertable<ChatFiles>, 'company_id'>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('chat_files')
    .values(rows.map((row) => ({ ...row, company_id: companyId })))
    .execute();
}
