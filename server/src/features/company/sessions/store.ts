// The only writer of sessions.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import type { Sessions } from '../../../tables.ts';

export type SessionRow = Selectable<Sessions>;

export async function insertSession({ db, companyId }: Scoped, session: Omit<Insertable<Sessions>, 'company_id'>): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, company_id: companyId })
    .execute();
}

/**
 * The company of a session. Above companies, because the cookie contains none. `isAbandoned`: an operator entered the company by it, and their
 * own sign-in has ended since, or they may not act as an operator any more.
 */
export async function findSessionPlace(
  { db }: PlatformTx,
  id: string,
  now: Date,
): Promise<{ companyId: number; isAbandoned: boolean } | null> {
  const { rows } = await sql<{ companyId: number; isAbandoned: boolean }>`
    select s.company_id as "companyId", s.operator_session is not null and not exists (
      select from sessions own
      join users u on u.company_id = own.company_id and u.id = own.user_id and u.deleted_at is null and u.super
      cross join installation i
      where own.id = s.operator_session and own.revoked_at is null and own.expires_at > ${now}
        and (u.second_factor or not i.operators_second_factor)) as "isAbandoned"
    from sessions s where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockSession({ db, companyId }: Scoped, id: string): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function saveRotation(
  { db, companyId }: Scoped,
  id: string,
  rotation: Pick<SessionRow, 'token_hash' | 'previous_hash' | 'rotated_at' | 'expires_at'>,
): Promise<void> {
  await db.updateTable('sessions').set(rotation).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function revokeSession({ db, companyId }: Scoped, id: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeSessionsOf({ db, companyId }: Scoped, userId: number, except: string | null, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Open sessions of a user, the latest used first. */
export function listOpenSessions({ db, companyId }: Scoped, userId: number, now: Date, limit: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('rotated_at', 'desc')
    .limit(limit)
    .execute();
}

/** Above companies: deletes sessions that ended before. */
export async function deleteSessionsEndedBefore({ db }: PlatformTx, at: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', at).execute();
}

/** Is there an open session of the same user that began later, both the user's own? */
export async function isAnyLater({ db, companyId }: Scoped, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ later: boolean }>`
    select exists (
      select from sessions own join sessions later on later.company_id = own.company_id and later.user_id = own.user_id
      where own.company_id = ${companyId} and own.id = ${id} and own.operator_id is null and later.operator_id is null
        and later.created_at > own.created_at and later.revoked_at is null and later.expires_at > ${now}) as later`.execute(db);
  return rows[0]?.later ?? false;
}
