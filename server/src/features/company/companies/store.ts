// The only writer of companies. Those that are being removed are invisible here.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { LeftCharge } from '../../../events/companies.ts';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { Companies } from '../../../tables.ts';

export type CompanyRow = Selectable<Companies>;
export type NewCompany = Pick<
  Insertable<Companies>,
  | 'name'
  | 'email'
  | 'phone'
  | 'status'
  | 'plan_id'
  | 'due_date'
  | 'trial_expiration'
  | 'recurrence'
  | 'grace_days'
  | 'billing_name'
  | 'billing_document'
  | 'address_zip_code'
  | 'address_street'
  | 'address_district'
  | 'address_city'
  | 'address_state'
  | 'address_country'
>;

export async function findCompanyRow({ db, companyId }: Scoped): Promise<CompanyRow | null> {
  return (
    (await db.selectFrom('companies').selectAll().where('id', '=', companyId).where('deleted_at', 'is', null).executeTakeFirst()) ?? null
  );
}

/** Standing, hours and plan alone: the columns whose change replaces the revision of what is kept. */
export type KeptRow = Pick<CompanyRow, 'status' | 'due_date' | 'grace_days' | 'schedules' | 'holidays' | 'plan_id'>;

export async function findKeptRow({ db, companyId }: Scoped): Promise<KeptRow | null> {
  const row = await db
    .selectFrom('companies')
    .select(['status', 'due_date', 'grace_days', 'schedules', 'holidays', 'plan_id'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** What of a company listens to what happens in it. */
export type Listeners = { assigns: boolean; automations: string[] };

export async function findListeners({ db, companyId }: Scoped): Promise<Listeners> {
  const { rows } = await sql<Listeners>`
    select exists (select from queues q where q.company_id = ${companyId} and q.assignment <> 'off' and q.deleted_at is null) as assigns,
      array(select distinct a.event from automations a where a.company_id = ${companyId} and a.active) as automations`.execute(db);
  return rows[0] ?? { assigns: false, automations: [] };
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

export type ListedRow = CompanyRow & { plan_name: string | null; plan_value: number | null };

const listed = sql`c.*, p.name as plan_name, p.value as plan_value from companies c left join plans p on p.id = c.plan_id`;

/** A page by name, above companies. */
export async function listCompanyRows({ db }: Pick<PlatformTx, 'db'>, search: string, limit: number, offset: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${listed} where ${found(search)} order by lower(c.name), c.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countCompanyRows({ db }: Pick<PlatformTx, 'db'>, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from companies c where ${found(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findListedRow({ db, companyId }: Scoped): Promise<ListedRow | null> {
  const { rows } = await sql<ListedRow>`select ${listed} where c.id = ${companyId} and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

function found(search: string): RawBuilder<unknown> {
  return sql`c.deleted_at is null and ${contains(sql`c.name || ' ' || coalesce(c.email, '')`, search)}`;
}

/** What may still be paid for the company. */
export async function openCharges({ db, companyId }: Scoped): Promise<LeftCharge[]> {
  const { rows } = await sql<Omit<LeftCharge, 'askingUntil'> & { asking_until: Date | null }>`
    select invoice_id as "invoiceId", provider, txid, external_id as "externalId", asking_until from pix_charges
    where company_id = ${companyId} and (state = 'pending' or (state = 'superseded' and check_at is not null)) order by id`.execute(db);
  return rows.map(({ asking_until, ...charge }) => ({ ...charge, askingUntil: asking_until?.toISOString() ?? null }));
}

/** Removes the company with everything that refers to it. Above companies. */
export async function eraseCompany({ db }: Pick<PlatformTx, 'db'>, id: number): Promise<void> {
  // Everything in it goes with it, which may be millions of rows.
  await sql`select set_config('statement_timeout', '15min', true)`.execute(db);
  const gone = await sql`select from companies where id = ${id} and deleted_at is not null for update`.execute(db);
  if (gone.rows.length === 0) return;
  // What is said and done names people without going with them, so it goes before them.
  await sql`delete from tickets where company_id = ${id}`.execute(db);
  await sql`delete from chats where company_id = ${id}`.execute(db);
  await sql`delete from companies where id = ${id}`.execute(db);
}

/** Companies whose last day, or last day of grace, is from `from` on and before `before`; by id. Above companies. */
export async function listRanOut(
  { db }: Pick<PlatformTx, 'db'>,
  { from, before, after }: { from: string; before: string; after: number },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from companies
    where deleted_at is null and status and id > ${after}
      and ((due_date >= ${from}::date and due_date < ${before}::date)
        or (due_date + grace_days >= ${from}::date and due_date + grace_days < ${before}::date))
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
