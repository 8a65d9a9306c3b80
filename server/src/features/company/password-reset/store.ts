// The only writer of password resets.
import type { Scoped } from '../../../platform/context.ts';

export type StoredReset = { code_hash: Buffer; expires_at: Date };

/** Replaces the one the user may have. */
export async function saveReset(
  { db, companyId }: Scoped,
  userId: number,
  reset: { code_hash: Buffer; expires_at: Date; created_at: Date },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ ...reset, company_id: companyId, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'user_id']).doUpdateSet(({ ref }) => ({
        code_hash: ref('excluded.code_hash'),
        expires_at: ref('excluded.expires_at'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .execute();
}

/** Locks the row until the transaction ends. */
export async function lockReset({ db, companyId }: Scoped, userId: number): Promise<StoredReset | null> {
  const row = await db
    .selectFrom('password_resets')
    .select(['code_hash', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteReset({ db, companyId }: Scoped, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
}
