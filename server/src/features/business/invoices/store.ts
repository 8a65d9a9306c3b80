// The only writer of invoices. Cancelled ones are shown to nobody, but money that still comes for them counts.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { Invoices } from '../../../tables.ts';

export type InvoiceRow = Selectable<Invoices>;
export type InvoiceFilter = { search: string; status: '' | 'paid' | 'open' | 'overdue'; today: string };

/** Newest last day first. */
export async function listInvoiceRows(ctx: Scoped, filter: InvoiceFilter, limit: number, offset: number): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select * from invoices i where ${found(ctx, filter)} order by i.due_date desc, i.id desc limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countInvoiceRows(ctx: Scoped, filter: InvoiceFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from invoices i where ${found(ctx, filter)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

function found({ companyId }: Scoped, { search, status, today }: InvoiceFilter): RawBuilder<unknown> {
  const wanted =
    status === 'paid'
      ? sql`i.status = 'paid'`
      : status === 'open'
        ? sql`i.status = 'open' and i.due_date >= ${today}`
        : status === 'overdue'
          ? sql`i.status = 'open' and i.due_date < ${today}`
          : sql`i.status <> 'cancelled'`;
  return sql`i.company_id = ${companyId} and ${wanted} and ${contains(sql`i.detail || ' ' || i.id`, search)}`;
}

export async function findInvoiceRow({ db, companyId }: Scoped, id: number): Promise<InvoiceRow | null> {
  const row = await db.selectFrom('invoices').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockInvoiceRow({ db, companyId }: Scoped, id: number): Promise<InvoiceRow | null> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

const openMax = 100;

/** Those that are not paid, earliest last day first; locked. */
export function lockOpenRows({ db, companyId }: Scoped): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('status', '=', 'open')
    .orderBy('due_date')
    .limit(openMax)
    .forUpdate()
    .execute();
}

/** Null if there is one for this last day; one that was cancelled is taken up again. */
export async function insertInvoice(
  { db, companyId }: Scoped,
  row: Omit<Insertable<Invoices>, 'company_id'>,
  at: Date,
): Promise<InvoiceRow | null> {
  const { detail, plan_id, recurrence, value_cents } = row;
  const inserted = await db
    .insertInto('invoices')
    .values({ ...row, company_id: companyId, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'due_date'])
        .doUpdateSet({ detail, plan_id, recurrence, value_cents, status: 'open', updated_at: at })
        .where('invoices.status', '=', 'cancelled'),
    )
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

export function saveInvoice({ db, companyId }: Scoped, id: number, change: Updateable<Invoices>): Promise<InvoiceRow> {
  return db
    .updateTable('invoices')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Companies for which an invoice may be due: active, on a plan that costs something, and without one for their last day. Above companies. */
export async function listUninvoiced(
  { db }: Pick<PlatformTx, 'db'>,
  before: string,
  limit: number,
): Promise<{ id: number; dueDate: string; timeZone: string }[]> {
  const { rows } = await sql<{ id: number; dueDate: string; timeZone: string }>`
    select c.id, c.due_date as "dueDate", coalesce(s.value, 'America/Sao_Paulo') as "timeZone"
    from companies c join plans p on p.id = c.plan_id and p.value > 0
    left join settings s on s.company_id = c.id and s.key = 'timeZone'
    where c.deleted_at is null and c.status and c.due_date < ${before}
      and not exists (select 1 from invoices i where i.company_id = c.id and i.due_date = c.due_date and i.status <> 'cancelled')
    order by c.due_date, c.id limit ${limit}`.execute(db);
  return rows;
}
