// The only writer of settings. The caller encrypts values of secret keys.
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';

export type StoredSetting = { id: number; key: string; value: string };

export function listSettingRows({ db, companyId }: Scoped): Promise<StoredSetting[]> {
  return db.selectFrom('settings').select(['id', 'key', 'value']).where('company_id', '=', companyId).orderBy('id').execute();
}

/** Of several companies, above them. */
export function listSettingRowsOf(
  { db }: Pick<PlatformTx, 'db'>,
  companyIds: readonly number[],
): Promise<{ company_id: number; key: string; value: string }[]> {
  if (companyIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('settings')
    .select(['company_id', 'key', 'value'])
    .where('company_id', 'in', [...companyIds])
    .execute();
}

export async function findSettingRow({ db, companyId }: Scoped, key: string): Promise<StoredSetting | null> {
  const row = await db
    .selectFrom('settings')
    .select(['id', 'key', 'value'])
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

export function saveSettingRow({ db, companyId }: Scoped, key: string, value: string, at: Date): Promise<StoredSetting> {
  return db
    .insertInto('settings')
    .values({ company_id: companyId, key, value, updated_at: at })
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doUpdateSet({ value, updated_at: at }))
    .returning(['id', 'key', 'value'])
    .executeTakeFirstOrThrow();
}

/** Adds missing rows; existing ones stay. */
export async function insertMissingSettings({ db, companyId }: Scoped, values: { key: string; value: string }[], at: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values(values.map((each) => ({ ...each, company_id: companyId, updated_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Does the database count in this time zone too? Its list is not that of Node.js. */
export async function knowsTimeZone({ db }: Pick<Scoped, 'db'>, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as known`.execute(db);
  return rows[0]?.known ?? false;
}
