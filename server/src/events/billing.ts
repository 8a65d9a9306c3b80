import type { InvoiceView } from '@balcao/contract/billing';
import type { CompanyView } from '@balcao/contract/companies';
import { fact } from '../platform/facts.ts';

export const invoiceIssued = fact<{ invoice: InvoiceView }>('invoice.issued');
/** `unpayable`: what was asked for so far is no longer what it costs, or nothing is asked for any more. */
export const invoiceChanged = fact<{ invoice: InvoiceView; unpayable: boolean; gone: boolean }>('invoice.changed');
export const paymentReceived = fact<{ company: CompanyView; invoice: InvoiceView }>('payment.received');
