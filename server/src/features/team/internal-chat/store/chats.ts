// The only writer of chats and their members. The chat's row is locked before its members are changed.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { contains } from '../../../../platform/db/matching.ts';
import type { ChatMembers, Chats } from '../../../../tables.ts';

export type ChatRow = Selectable<Chats>;
export type MemberRow = Pick<Selectable<ChatMembers>, 'user_id' | 'unread' | 'joined_at'> & { name: string };

/** A chat with its members, read in one statement so that they belong together. */
export type WholeChat = ChatRow & { members: Omit<MemberRow, 'joined_at'>[] };

const members = sql`coalesce((
  select json_agg(json_build_object('user_id', m.user_id, 'unread', m.unread, 'name', u.name) order by lower(u.name), u.id)
  from chat_members m join users u on u.company_id = m.company_id and u.id = m.user_id
  where m.company_id = c.company_id and m.chat_id = c.id), '[]') as members`;

/** The chats of a member, the one written in last first. */
export async function listChatsOf(
  { db, companyId }: Scoped,
  userId: number,
  search: string,
  limit: number,
  offset: number,
): Promise<WholeChat[]> {
  const { rows } = await sql<WholeChat>`
    select c.*, ${members} from chat_members own join chats c on c.company_id = own.company_id and c.id = own.chat_id
    where own.company_id = ${companyId} and own.user_id = ${userId} and ${contains(sql`c.title`, search)}
    order by c.updated_at desc, c.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countChatsOf({ db, companyId }: Scoped, userId: number, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from chat_members m join chats c on c.company_id = m.company_id and c.id = m.chat_id
    where m.company_id = ${companyId} and m.user_id = ${userId} and ${contains(sql`c.title`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The ids of the chats in which a member has something unread. */
export async function listUnreadOf({ db, companyId }: Scoped, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_members')
    .select('chat_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('unread', '>', 0)
    .orderBy('chat_id')
    .limit(limit)
    .execute();
  return rows.map(({ chat_id }) => chat_id);
}

/** The ids of all chats of a member, lowest first. */
export async function listChatIdsOf({ db, companyId }: Scoped, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_members')
    .select('chat_id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('chat_id')
    .limit(limit)
    .execute();
  return rows.map(({ chat_id }) => chat_id);
}

export async function findChat({ db, companyId }: Scoped, id: number): Promise<ChatRow | null> {
  const row = await db.selectFrom('chats').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findChatByUuid({ db, companyId }: Scoped, uuid: string): Promise<WholeChat | null> {
  const { rows } = await sql<WholeChat>`
    select c.*, ${members} from chats c where c.company_id = ${companyId} and c.uuid = ${uuid}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the chat until the transaction ends, and with it its members. */
export async function lockChatRow({ db, companyId }: Scoped, id: number): Promise<ChatRow | null> {
  const { rows } = await sql<ChatRow>`select * from chats where company_id = ${companyId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

/** The members of each of these chats, by name. */
export async function membersOf({ db, companyId }: Scoped, chatIds: readonly number[]): Promise<(MemberRow & { chat_id: number })[]> {
  if (chatIds.length === 0) return [];
  const { rows } = await sql<MemberRow & { chat_id: number }>`
    select m.chat_id, m.user_id, m.unread, m.joined_at, u.name from chat_members m
    join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.chat_id = any(${[...chatIds]}::bigint[]) order by lower(u.name), u.id`.execute(db);
  return rows;
}

/** Those of the users who are there, locked so that none is deleted before the transaction ends. */
export async function holdUsers({ db, companyId }: Scoped, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where company_id = ${companyId} and id = any(${[...userIds]}::bigint[]) and deleted_at is null order by id for share`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export function insertChat({ db, companyId }: Scoped, row: Omit<Insertable<Chats>, 'company_id'>): Promise<ChatRow> {
  return db
    .insertInto('chats')
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the given columns as the next revision. */
export function saveChat({ db, companyId }: Scoped, id: number, change: Updateable<Chats>): Promise<ChatRow> {
  return db
    .updateTable('chats')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Its members, messages and files go with it. */
export async function removeChat({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('chats').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function addMembers({ db, companyId }: Scoped, chatId: number, userIds: readonly number[], at: Date): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto('chat_members')
    .values(userIds.map((userId) => ({ company_id: companyId, chat_id: chatId, user_id: userId, joined_at: at })))
    .execute();
}

export async function removeMembers({ db, companyId }: Scoped, chatId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .deleteFrom('chat_members')
    .where('company_id', '=', companyId)
    .where('chat_id', '=', chatId)
    .where('user_id', 'in', [...userIds])
    .execute();
}

/** One more message for everybody but its sender, who has read the chat. */
export async function countUnread({ db, companyId }: Scoped, chatId: number, senderId: number): Promise<void> {
  await sql`
    update chat_members set unread = case when user_id = ${senderId} then 0 else unread + 1 end
    where company_id = ${companyId} and chat_id = ${chatId}`.execute(db);
}

/** The member has read everything; returns whether something was unread. */
export async function clearUnread({ db, companyId }: Scoped, chatId: number, userId: number): Promise<boolean> {
  const rows = await db
    .updateTable('chat_members')
    .set({ unread: 0 })
    .where('company_id', '=', companyId)
    .where('chat_id', '=', chatId)
    .where('user_id', '=', userId)
    .where('unread', '>', 0)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}
