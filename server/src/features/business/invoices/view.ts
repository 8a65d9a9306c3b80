import type { InvoiceView } from '@balcao/contract/billing';
import type { InvoiceRow } from './store.ts';

export function invoiceView(row: InvoiceRow): InvoiceView {
  return {
    id: row.id,
    detail: row.detail,
    value: row.value_cents / 100,
    dueDate: row.due_date,
    status: row.status === 'paid' ? 'paid' : 'open',
    recurrence: row.recurrence,
    companyId: row.company_id,
    paidAt: row.paid_at?.toISOString() ?? null,
    renewedTo: row.renewed_to,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
