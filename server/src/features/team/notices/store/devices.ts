// The only writer of the devices that are told.
import type { NoticeKind } from '@balcao/contract/notice-rules';
import type { Profile } from '@balcao/contract/user-rules';
import { type Insertable, sql } from 'kysely';
import type { PlatformTx, Reader, Scoped, Tx } from '../../../../platform/context.ts';
import type { NoticeDevices } from '../../../../tables.ts';

export type DeviceRow = { id: number; session_id: string; user_agent: string; created_at: Date };

const columns = sql`d.id, d.session_id, coalesce(s.user_agent, '') as user_agent, d.created_at`;
const joins = sql`join sessions s on s.company_id = d.company_id and s.id = d.session_id`;

/** The devices of a user whose sign-in still holds, newest first. */
export async function listDevices({ db, companyId }: Scoped, userId: number, at: Date): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select ${columns} from notice_devices d ${joins}
    where d.company_id = ${companyId} and d.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${at}
    order by d.id desc limit 100`.execute(db);
  return rows;
}

/** A device of this user; null if there is none. */
export async function findDevice({ db, companyId }: Scoped, userId: number, id: number): Promise<DeviceRow | null> {
  const { rows } = await sql<DeviceRow>`
    select ${columns} from notice_devices d ${joins} where d.company_id = ${companyId} and d.user_id = ${userId} and d.id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Adds the device of a session, in the place of the one it had. */
export async function saveDevice({ db, companyId }: Scoped, row: Omit<Insertable<NoticeDevices>, 'company_id'>): Promise<number> {
  const { endpoint, p256dh, auth } = row;
  const saved = await db
    .insertInto('notice_devices')
    .values({ ...row, company_id: companyId })
    .onConflict((conflict) => conflict.columns(['company_id', 'session_id']).doUpdateSet({ endpoint, p256dh, auth }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return saved.id;
}

/** Keeps the newest devices of a user. */
export async function dropOldest({ db, companyId }: Scoped, userId: number, keep: number): Promise<void> {
  await sql`delete from notice_devices where company_id = ${companyId} and user_id = ${userId} and id in (
    select id from notice_devices where company_id = ${companyId} and user_id = ${userId} order by id desc offset ${keep})`.execute(db);
}

export async function removeDeviceRow({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('notice_devices').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removeDeviceOfSession({ db, companyId }: Scoped, sessionId: string): Promise<void> {
  await db.deleteFrom('notice_devices').where('company_id', '=', companyId).where('session_id', '=', sessionId).execute();
}

/** Above companies: forgets browsers by their addresses, whoever is signed in there, but for one session. */
export async function removeAddresses({ db }: Pick<PlatformTx, 'db'>, endpoints: string[], except: string | null): Promise<void> {
  await db
    .deleteFrom('notice_devices')
    .where('endpoint', 'in', ['', ...endpoints])
    .$if(except !== null, (query) => query.where('session_id', '<>', except))
    .execute();
}

/** Has the company any device at all? */
export async function hasDevice({ db, companyId }: Scoped): Promise<boolean> {
  return (await db.selectFrom('notice_devices').select('id').where('company_id', '=', companyId).limit(1).executeTakeFirst()) !== undefined;
}

export type ToldRow = {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_id: number;
  profile: Profile;
  all_ticket: boolean;
  language: string | null;
  queue_ids: number[];
  silent: NoticeKind[];
  quiet_from: string | null;
  quiet_to: string | null;
  /** Of the company; null where it is as at first. */
  time_zone: string | null;
  company_active: boolean;
  due_date: string | null;
};

/** Which devices: of which company (null: of all), of which users (null: of all), only some, after an id. */
export type Wanted = { companyId: number | null; userIds: number[] | null; only: number[] | null; after: number };

/** The devices with those who are signed in there and what decides what they are told, by id. Only while the sign-in holds. */
export async function devicesToTell(
  { db }: Pick<Reader | Tx | PlatformTx, 'db'>,
  wanted: Wanted,
  at: Date,
  limit: number,
): Promise<ToldRow[]> {
  const { companyId, userIds, only, after } = wanted;
  const { rows } = await sql<ToldRow>`
    select d.id, d.endpoint, d.p256dh, d.auth, u.id as user_id, u.profile, u.all_ticket, u.language, coalesce(nc.silent, '{}') as silent, nc.quiet_from, nc.quiet_to,
      (select st.value from settings st where st.company_id = d.company_id and st.key = 'timeZone') as time_zone,
      coalesce((select json_agg(uq.queue_id) from user_queues uq
        join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.deleted_at is null
        where uq.company_id = u.company_id and uq.user_id = u.id), '[]') as queue_ids,
      c.status as company_active, c.due_date
    from notice_devices d
    join sessions s on s.company_id = d.company_id and s.id = d.session_id and s.revoked_at is null and s.expires_at > ${at}
    join users u on u.company_id = d.company_id and u.id = d.user_id and u.deleted_at is null
    join companies c on c.id = d.company_id
    left join notice_choices nc on nc.company_id = d.company_id and nc.user_id = d.user_id
    where ${companyId === null ? sql`true` : sql`d.company_id = ${companyId}`} and d.id > ${after}
      and ${userIds === null ? sql`true` : sql`d.user_id = any(${userIds}::bigint[])`}
      and ${only === null ? sql`true` : sql`d.id = any(${only}::bigint[])`}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}
