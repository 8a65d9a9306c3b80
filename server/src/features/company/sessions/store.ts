// The only writer of sessions.
import type { Insertable, Selectable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import type { Sessions } from '../../../tables.ts';

export type SessionRow = Selectable<Sessions>;

export async function insertSession({ db, companyId }: Scoped, session: Omit<Insertable<Sessions>, 'company_id'>): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, company_id: companyId })
    .execute();
}

/** The company of a session. Above companies, because the cookie contains none. */
export async function findSessionCompany({ db }: PlatformTx, id: string): Promise<number | null> {
  const row = await db.selectFrom('sessions').select('company_id').where('id', '=', id).executeTakeFirst();
  return row?.company_id ?? null;
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
