import type { billingEndpoints, InvoiceView } from '@balcao/contract/billing';
import type { Answer } from '@balcao/contract/endpoint';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { countInvoiceRows, findInvoiceRow, type InvoiceFilter, type InvoiceRow, listInvoiceRows } from './store.ts';
import { invoiceView } from './view.ts';

export type { InvoiceRow } from './store.ts';

/** One page of the company's invoices, newest last day first. */
export function listInvoices(
  ctx: Ctx,
  { searchParam: search, pageNumber, status }: { searchParam: string; pageNumber: number; status: InvoiceFilter['status'] },
): Promise<Answer<typeof billingEndpoints.listInvoices>> {
  return reading(ctx, async (ctx) => {
    const filter = { search, status, today: subscriptionDay(ctx.now()) };
    const { rows, ...page } = await pageOf(
      pageNumber,
      (limit, offset) => listInvoiceRows(ctx, filter, limit, offset),
      () => countInvoiceRows(ctx, filter),
    );
    return { invoices: rows.map(invoiceView), ...page };
  });
}

/** One invoice. ERR_NO_INVOICE_FOUND. */
export function showInvoice(ctx: Ctx, id: number): Promise<InvoiceView> {
  return reading(ctx, async (ctx) => invoiceView(await getInvoice(ctx, id)));
}

/** ERR_NO_INVOICE_FOUND. */
export async function getInvoice(ctx: Reader | Tx, id: number): Promise<InvoiceRow> {
  const row = await findInvoiceRow(ctx, id);
  if (!row || row.status === 'cancelled') throw new AppError('ERR_NO_INVOICE_FOUND');
  return row;
}
