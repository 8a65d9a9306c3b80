// The only writer of users and of the queues they serve. Deleted ones are invisible here; history still joins them.
import type { ChosenKeys } from '@balcao/contract/command-rules';
import type { ChosenTones, NoticeKind } from '@balcao/contract/notice-rules';
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { Users } from '../../../tables.ts';

export type UserRow = Omit<Selectable<Users>, 'password_hash'> & {
  company_name: string;
  company_due_date: string | null;
  queues: { id: number; name: string; color: string }[];
};
export type UserFields = Omit<Updateable<Users>, 'company_id' | 'id'>;

// The plan limits the number of users; this limits the answer in case it does not.
const listMax = 1000;

// Ignores removed connections and queues, even before the reactions have taken them away.
const columns = sql`
  u.company_id, u.id, u.name, u.email, u.profile, u.super, u.all_ticket, u.export_contacts, u.second_factor, w.id as connection_id, u.language, u.send_with, u.token_version, u.online, u.away, u.assignment_capacity,
  u.last_seen_at, u.created_at, u.updated_at, u.deleted_at, c.name as company_name, c.due_date as company_due_date,
  coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.order_queue nulls last, q.id)
    from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.deleted_at is null
    where uq.company_id = u.company_id and uq.user_id = u.id), '[]') as queues`;
const joins = sql`
  join companies c on c.id = u.company_id
  left join connections w on w.company_id = u.company_id and w.id = u.connection_id and w.deleted_at is null`;

export async function findUserRow({ db, companyId }: Scoped, id: number): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select ${columns} from users u ${joins} where u.company_id = ${companyId} and u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The user, or the first admin; operators are not among them. */
export async function findAdminRow({ db, companyId }: Scoped, userId: number | null): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('super', '=', false)
    .where((eb) => (userId === null ? eb('profile', '=', 'admin') : eb('id', '=', userId)))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type ChoicesRow = {
  silent: NoticeKind[];
  quiet_from: string | null;
  quiet_to: string | null;
  tones: ChosenTones | null;
  insist: boolean;
  keys_used: boolean;
  keys: ChosenKeys;
  panel: string[];
};

/** What a user chose for themselves, in all their windows: the kinds of news that do not ring, keys, and the order of their panel. */
export async function choicesOf({ db, companyId }: Scoped, id: number): Promise<ChoicesRow> {
  const { rows } = await sql<ChoicesRow>`
    select coalesce(n.silent, '{}') as silent, n.quiet_from, n.quiet_to, n.tones, coalesce(n.insist, false) as insist,
      coalesce(s.used, true) as keys_used, coalesce(s.keys, '{}') as keys,
      coalesce(p.sections, '{}') as panel
    from (select ${companyId}::bigint as company_id, ${id}::bigint as user_id) u
    left join notice_choices n on n.company_id = u.company_id and n.user_id = u.user_id
    left join shortcut_choices s on s.company_id = u.company_id and s.user_id = u.user_id
    left join panel_orders p on p.company_id = u.company_id and p.user_id = u.user_id`.execute(db);
  return rows[0] ?? { silent: [], quiet_from: null, quiet_to: null, tones: null, insist: false, keys_used: true, keys: {}, panel: [] };
}

/** Null if there is no such user. */
export async function findPasswordHash({ db, companyId }: Scoped, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockUserRow(ctx: Scoped, id: number): Promise<UserRow | null> {
  await sql`select 1 from users where company_id = ${ctx.companyId} and id = ${id} for no key update`.execute(ctx.db);
  return findUserRow(ctx, id);
}

/** Like `findUserRow`, but locked against changes until the transaction ends. */
export async function shareUserRow(ctx: Scoped, id: number): Promise<UserRow | null> {
  await sql`select 1 from users where company_id = ${ctx.companyId} and id = ${id} for share`.execute(ctx.db);
  return findUserRow(ctx, id);
}

/** Newest first. */
export async function listUserRows(ctx: Scoped, search: string, limit: number, offset: number): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${columns} from users u ${joins} where ${found(ctx, search)}
    order by u.created_at desc, u.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

export async function countUserRows(ctx: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from users u where ${found(ctx, search)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function listAllUserRows({ db, companyId }: Scoped): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${columns} from users u ${joins} where u.company_id = ${companyId} and u.deleted_at is null order by u.id limit ${listMax}`.execute(
    db,
  );
  return rows;
}

function found({ companyId }: Scoped, search: string) {
  return sql<SqlBool>`u.company_id = ${companyId} and u.deleted_at is null and ${contains(sql`u.name || ' ' || u.email`, search)}`;
}

/** The current admins, locked until the transaction ends, so that two of them cannot demote each other at the same time. */
export async function lockAdmins({ db, companyId }: Scoped): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('profile', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.id);
}

export async function insertUser({ db, companyId }: Scoped, user: Omit<Insertable<Users>, 'company_id'>): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({ ...user, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function saveUser({ db, companyId }: Scoped, id: number, fields: UserFields): Promise<void> {
  await db.updateTable('users').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Invalidates all access tokens issued before. */
export async function raiseTokenVersion({ db, companyId }: Scoped, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

export async function replaceQueues({ db, companyId }: Scoped, userId: number, queueIds: readonly number[]): Promise<void> {
  await db.deleteFrom('user_queues').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
  if (queueIds.length === 0) return;
  await db
    .insertInto('user_queues')
    .values(queueIds.map((queueId) => ({ company_id: companyId, user_id: userId, queue_id: queueId })))
    .execute();
}

/** Takes a queue from all users; returns those who had it. */
export async function removeQueue({ db, companyId }: Scoped, queueId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('user_queues')
    .where('company_id', '=', companyId)
    .where('queue_id', '=', queueId)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Takes a connection from all users; returns those who had it. */
export async function removeConnection({ db, companyId }: Scoped, connectionId: number, at: Date): Promise<number[]> {
  const rows = await db
    .updateTable('users')
    .set({ connection_id: null, updated_at: at })
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Saves presence and returns whether it changed. If `seenAt` is null, the last sign of life stays. */
export async function savePresence({ db, companyId }: Scoped, id: number, online: boolean, seenAt: Date | null): Promise<boolean> {
  const save = (was: boolean) =>
    sql<{ id: number }>`
      update users set online = ${online}, last_seen_at = coalesce(${seenAt}, last_seen_at)
      where company_id = ${companyId} and id = ${id} and online = ${was} and deleted_at is null returning id`.execute(db);
  // Not one statement that locks the row to see what it was: tabs that give a sign of life at the same moment would wait for one another in a circle.
  if (seenAt && (await save(online)).rows[0]) return false;
  return (await save(!online)).rows[0] !== undefined;
}

/** Above companies: users who count as online but gave no sign of life since. */
export function listSilent({ db }: Pick<PlatformTx, 'db'>, since: Date, limit: number): Promise<{ company_id: number; id: number }[]> {
  return db
    .selectFrom('users')
    .select(['company_id', 'id'])
    .where('online', '=', true)
    .where((eb) => eb.or([eb('last_seen_at', '<', since), eb('last_seen_at', 'is', null)]))
    .limit(limit)
    .execute();
}

/** Above companies: all operators. */
export function listOperators({ db }: PlatformTx): Promise<{ company_id: number; id: number }[]> {
  return db
    .selectFrom('users')
    .select(['company_id', 'id'])
    .where('super', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(listMax)
    .execute();
}

/** Above companies: the company of the first operator. */
export async function findOperatorsCompany({ db }: PlatformTx): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('company_id')
    .where('super', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.company_id ?? null;
}

/** Above companies: is there any user? */
export async function isAnyUser({ db }: PlatformTx): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
