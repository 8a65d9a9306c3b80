import type { InvoiceView } from '@balcao/contract/billing';
import type { CompanyView } from '@balcao/contract/companies';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { addDays } from '@balcao/contract/subscription-rules';
import { invoiceChanged, invoiceIssued } from '../../../events/billing.ts';
import { asSystem, mintCompanyId, type PlatformCtx, type Tx } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { holdCompany } from '../../company/companies/actions.ts';
import { ownCompany, ownCompanyWithPlan } from '../../company/companies/reads.ts';
import { getPlan } from '../../company/plans/reads.ts';
import { audit } from '../../company/system/actions.ts';
import { afterChange, daysAhead, isTime, recurrenceOf, termsOf } from './rules.ts';
import { type InvoiceRow, insertInvoice, listUninvoiced, lockInvoiceRow, lockOpenRows, saveInvoice } from './store.ts';
import { invoiceView } from './view.ts';

const companiesAtOnce = 500;

/** Makes the invoices whose time has come: for each company and last day one, by the company's own day. */
export async function issueInvoices(ctx: PlatformCtx): Promise<void> {
  // The day may be a day ahead of ours where the company is.
  const before = addDays(subscriptionDay(ctx.now()), daysAhead + 2);
  const companies = await platformTransaction(ctx, (ctx) => listUninvoiced(ctx, before, companiesAtOnce));
  for (const { id, dueDate, timeZone } of companies) {
    if (!isTime(dueDate, dayIn(timeZone, ctx.now()))) continue;
    await transaction(asSystem(ctx, mintCompanyId(id)), async (ctx) => {
      await holdCompany(ctx);
      const company = await ownCompany(ctx);
      // It may have been renewed meanwhile.
      if (company.status && company.dueDate === dueDate) await issue(ctx, company, dueDate);
    });
  }
}

/** The invoice to pay next: the earliest unpaid one, or a new one. ERR_NOTHING_TO_PAY where the plan costs nothing. Holds company and invoice. */
export async function nextInvoice(ctx: Tx): Promise<InvoiceRow> {
  await holdCompany(ctx);
  const [open] = await lockOpenRows(ctx);
  if (open) return open;
  const company = await ownCompanyWithPlan(ctx);
  const made = company.plan && (await issue(ctx, company, company.dueDate ?? subscriptionDay(ctx.now())));
  if (!made) throw new AppError('ERR_NOTHING_TO_PAY');
  return made;
}

/** An invoice that can be paid. Holds company and invoice. ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID. */
export async function lockPayable(ctx: Tx, id: number): Promise<InvoiceRow> {
  await holdCompany(ctx);
  const row = await lockInvoiceRow(ctx, id);
  if (!row || row.status === 'cancelled') throw new AppError('ERR_NO_INVOICE_FOUND');
  if (row.status === 'paid') throw new AppError('ERR_INVOICE_PAID');
  return row;
}

/** Holds company and invoice, whatever it is. */
export async function lockInvoice(ctx: Tx, id: number): Promise<InvoiceRow> {
  await holdCompany(ctx);
  const row = await lockInvoiceRow(ctx, id);
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND');
  return row;
}

/** Notes that an invoice was paid, and up to when the subscription goes now. */
export async function markPaid(ctx: Tx, id: number, paidAt: Date, renewedTo: string): Promise<InvoiceView> {
  const change = { status: 'paid' as const, paid_at: paidAt, renewed_to: renewedTo, updated_at: ctx.now() };
  const invoice = invoiceView(await saveInvoice(ctx, id, change));
  await ctx.publish(invoiceChanged, { invoice, unpayable: true, gone: false });
  return invoice;
}

/**
 * Brings the unpaid invoices of a company in line with its terms: what it has already gets past is cancelled, other terms make another price, and
 * what is to be paid soon, or was to be paid already, has its invoice at once.
 */
export async function followCompany(ctx: Tx, company: Pick<CompanyView, 'status' | 'dueDate' | 'planId' | 'recurrence'>): Promise<void> {
  for (const row of await lockOpenRows(ctx)) {
    const then = afterChange({ dueDate: row.due_date, planId: row.plan_id, recurrence: row.recurrence }, company);
    if (then === 'stays') continue;
    const terms = then === 'price' ? termsOf(await getPlan(ctx, company.planId), recurrenceOf(company.recurrence)) : null;
    // What costs nothing is not asked for.
    const gone = terms === null || terms.value_cents === 0;
    const change = gone ? { status: 'cancelled' as const } : terms;
    const invoice = invoiceView(await saveInvoice(ctx, row.id, { ...change, updated_at: ctx.now() }));
    await audit(ctx, { verb: gone ? 'invoice.cancelled' : 'invoice.repriced', subject: String(row.id), details: { value: invoice.value } });
    await ctx.publish(invoiceChanged, { invoice, unpayable: true, gone });
  }
  const { status, dueDate } = company;
  if (status && dueDate !== null && isTime(dueDate, subscriptionDay(ctx.now()))) await issue(ctx, company, dueDate);
}

async function issue(ctx: Tx, company: Pick<CompanyView, 'planId' | 'recurrence'>, dueDate: string): Promise<InvoiceRow | null> {
  if (company.planId === null) return null;
  const terms = termsOf(await getPlan(ctx, company.planId), recurrenceOf(company.recurrence));
  if (terms.value_cents === 0) return null;
  const row = await insertInvoice(ctx, { ...terms, due_date: dueDate }, ctx.now());
  if (!row) return null;
  await audit(ctx, { verb: 'invoice.issued', subject: String(row.id), details: { dueDate, value: row.value_cents / 100 } });
  await ctx.publish(invoiceIssued, { invoice: invoiceView(row) });
  return row;
}

/** The day in a time zone; in Brazil's where this machine does not know it. */
function dayIn(timeZone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
  } catch {
    return subscriptionDay(now);
  }
}
