// The only writer of pix_charges and pix_payments.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import type { PixCharges, PixPayments } from '../../../tables.ts';

export type ChargeRow = Selectable<PixCharges>;

const chargesMax = 50;

/** Of an invoice, newest first; locked. */
export function lockCharges({ db, companyId }: Scoped, invoiceId: number): Promise<ChargeRow[]> {
  return db
    .selectFrom('pix_charges')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(chargesMax)
    .forUpdate()
    .execute();
}

export async function findCharge({ db, companyId }: Scoped, id: number): Promise<ChargeRow | null> {
  const row = await db.selectFrom('pix_charges').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockCharge({ db, companyId }: Scoped, id: number): Promise<ChargeRow | null> {
  const row = await db
    .selectFrom('pix_charges')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertCharge({ db, companyId }: Scoped, row: Omit<Insertable<PixCharges>, 'company_id'>): Promise<ChargeRow> {
  return db
    .insertInto('pix_charges')
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveCharge({ db, companyId }: Scoped, id: number, change: Updateable<PixCharges>): Promise<void> {
  await db.updateTable('pix_charges').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** False if this payment is known already. */
export async function insertPayment({ db, companyId }: Scoped, row: Omit<Insertable<PixPayments>, 'company_id'>): Promise<boolean> {
  const inserted = await db
    .insertInto('pix_payments')
    .values({ ...row, company_id: companyId })
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type Found = { companyId: number; id: number };

/** Is this in the audit log of the company? */
export async function isNoted({ db, companyId }: Scoped, verb: string, subject: string): Promise<boolean> {
  const { rows } =
    await sql`select from audit_log where company_id = ${companyId} and verb = ${verb} and subject = ${subject} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Above companies, since announcements name none: the charges with these ids of ours, or of their provider. Not of removed companies, whose
 * charges their operator's jobs see to.
 */
export async function findCharges({ db }: Pick<PlatformTx, 'db'>, provider: string, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select found.company_id as "companyId", found.id from (
      select company_id, id from pix_charges where provider = ${provider} and txid = any(${[...ids]}::text[])
      union select company_id, id from pix_charges where provider = ${provider} and external_id = any(${[...ids]}::text[])
    ) found join companies c on c.id = found.company_id where c.deleted_at is null`.execute(db);
  return rows;
}

/** Above companies, but not of removed ones: charges of which the provider is to be asked. */
export function listDueCharges({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<Found[]> {
  return db
    .selectFrom('pix_charges as ch')
    .innerJoin('companies as c', 'c.id', 'ch.company_id')
    .select(['ch.company_id as companyId', 'ch.id'])
    .where('ch.check_at', '<=', now)
    .where('c.deleted_at', 'is', null)
    .orderBy('ch.check_at')
    .limit(limit)
    .execute();
}

/** The key that an operator keeps in the settings of their company, as it is stored. Above companies. */
export async function findProviderToken({ db }: Pick<PlatformTx, 'db'>): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select s.value from settings s where s.key = 'asaas' and s.value <> ''
      and exists (select 1 from users u where u.company_id = s.company_id and u.super and u.deleted_at is null)
    order by s.company_id limit 1`.execute(db);
  return rows[0]?.value ?? null;
}

/** Who is told of payments: the company's address or its first admin's, in that admin's language. */
export async function findReceiver({ db, companyId }: Scoped): Promise<{ email: string; language: string | null } | null> {
  const { rows } = await sql<{ email: string; language: string | null }>`
    select coalesce(nullif(c.email, ''), u.email) as email, u.language from users u join companies c on c.id = u.company_id
    where u.company_id = ${companyId} and u.profile = 'admin' and u.deleted_at is null order by u.id limit 1`.execute(db);
  return rows[0] ?? null;
}

export type PaymentRow = Pick<
  Selectable<PixPayments>,
  'id' | 'company_id' | 'key' | 'amount_cents' | 'outcome' | 'paid_at' | 'resolved_at' | 'resolved_by'
> & {
  company_name: string;
  invoice_id: number;
  provider: string;
  asked_cents: number;
};

function paymentsOfCompanies({ db }: Pick<PlatformTx, 'db'>) {
  return db
    .selectFrom('pix_payments as p')
    .innerJoin('pix_charges as ch', (join) => join.onRef('ch.company_id', '=', 'p.company_id').onRef('ch.id', '=', 'p.charge_id'))
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.company_id', 'p.key', 'p.amount_cents', 'p.outcome', 'p.paid_at', 'p.resolved_at', 'p.resolved_by'])
    .select(['c.name as company_name', 'ch.invoice_id', 'ch.provider', 'ch.amount_cents as asked_cents']);
}

/** Above companies, newest first. `odd`: those that bought nothing and that nobody has seen to. */
export function listPaymentRows(
  ctx: Pick<PlatformTx, 'db'>,
  { odd, before }: { odd: boolean; before: number | null },
  limit: number,
): Promise<PaymentRow[]> {
  return paymentsOfCompanies(ctx)
    .$if(odd, (query) => query.where('p.outcome', '<>', 'applied').where('p.resolved_at', 'is', null))
    .$if(before !== null, (query) => query.where('p.id', '<', before ?? 0))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}

/** Above companies. */
export async function findPaymentRow(ctx: Pick<PlatformTx, 'db'>, id: number): Promise<PaymentRow | null> {
  return (await paymentsOfCompanies(ctx).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

export async function saveResolved(
  { db, companyId }: Scoped,
  id: number,
  change: Pick<Updateable<PixPayments>, 'resolved_at' | 'resolved_by'>,
): Promise<void> {
  await db.updateTable('pix_payments').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}
