// The only writer of companies.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import type { Companies } from '../../../tables.ts';

export type CompanyRow = Selectable<Companies>;
export type NewCompany = Pick<
  Insertable<Companies>,
  'name' | 'email' | 'phone' | 'status' | 'plan_id' | 'due_date' | 'trial_expiration' | 'recurrence'
>;

export async function findCompanyRow({ db, companyId }: Scoped): Promise<CompanyRow | null> {
  return (await db.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst()) ?? null;
}

/** Writes the given columns; undefined ones stay. */
export async function saveCompany({ db, companyId }: Scoped, change: Updateable<Companies>): Promise<void> {
  await db.updateTable('companies').set(change).where('id', '=', companyId).execute();
}

/** Locks the company's row until the transaction ends, so that counts made under it stay right. */
export async function lockCompany({ db, companyId }: Scoped): Promise<void> {
  await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}

export async function countOf({ db, companyId }: Scoped, table: 'users' | 'connections' | 'queues'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function insertCompany({ db }: PlatformTx, company: NewCompany, at: Date): Promise<number> {
  const row = await db
    .insertInto('companies')
    .values({ ...company, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
