import { invoiceChanged } from '../../../events/billing.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { supersedeCharges } from './actions.ts';

export const paymentReactions = [
  reactionWithin(
    invoiceChanged,
    'payments.supersede',
    ({ invoice, unpayable }) => (unpayable ? { invoiceId: invoice.id } : null),
    (ctx, { invoiceId }) => supersedeCharges(ctx, invoiceId),
  ),
];
