// The only writer of second factors and recovery codes.
import type { Selectable } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import type { SecondFactors } from '../../../tables.ts';

export type SecondFactorRow = Selectable<SecondFactors>;

/** Locks the row until the transaction ends. */
export async function lockSecondFactor({ db, companyId }: Scoped, userId: number): Promise<SecondFactorRow | null> {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A secret that counts for nothing yet, in place of one like it. */
export async function proposeSecret({ db, companyId }: Scoped, userId: number, secret: Buffer, at: Date): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ company_id: companyId, user_id: userId, secret, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ secret: ref('excluded.secret'), created_at: ref('excluded.created_at') }))
        .where('second_factors.confirmed', '=', false),
    )
    .execute();
}

/** The secret counts, and codes up to this step do not any more. */
export async function confirmStep({ db, companyId }: Scoped, userId: number, step: number): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ confirmed: true, last_step: step })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteSecondFactor({ db, companyId }: Scoped, userId: number): Promise<void> {
  await db.deleteFrom('second_factors').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
}

export async function deleteRecoveryCodes({ db, companyId }: Scoped, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
}

export async function addRecoveryCode({ db, companyId }: Scoped, userId: number, codeHash: Buffer): Promise<void> {
  await db.insertInto('recovery_codes').values({ company_id: companyId, user_id: userId, code_hash: codeHash }).execute();
}

/** Removes the code; false if there is none like it. */
export async function useRecoveryCode({ db, companyId }: Scoped, userId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes({ db, companyId }: Scoped, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.n;
}
