import { invoiceChanged } from '../../../events/billing.ts';
import { chargesLeft } from '../../../events/companies.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { supersedeCharges, withdrawLeft } from './actions.ts';

export const paymentReactions = [
  reactionWithin(
    invoiceChanged,
    'payments.supersede',
    ({ invoice, unpayable }) => (unpayable ? { invoiceId: invoice.id } : null),
    (ctx, { invoiceId }) => supersedeCharges(ctx, invoiceId),
  ),
  reactionWithin(chargesLeft, 'payments.withdrawAllLeft', (left) => left, withdrawLeft),
];
