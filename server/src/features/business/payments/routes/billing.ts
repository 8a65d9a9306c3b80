import { billingEndpoints } from '@balcao/contract/billing';
import { routes } from '../../../../platform/http/routes.ts';
import { listInvoices, showInvoice } from '../../invoices/reads.ts';
import { checkPayment, paySimulated, registerWebhook, resolvePayment, subscribe } from '../actions.ts';
import { listPayments } from '../reads.ts';

export const billingRoutes = routes(billingEndpoints, {
  listInvoices: (ctx, { query }) => listInvoices(ctx, query),
  showInvoice: (ctx, { params }) => showInvoice(ctx, params.invoiceId),
  subscribe: (ctx, { body }) => subscribe(ctx, body),
  checkPayment: (ctx, { params }) => checkPayment(ctx, params.invoiceId),
  paySimulated: async (ctx, { params }) => {
    await paySimulated(ctx, params.txid);
    return { ok: true };
  },
  listPayments: (ctx, { query }) => listPayments(ctx, query),
  resolvePayment: (ctx, { params, body }) => resolvePayment(ctx, params.paymentId, body.resolved),
  registerWebhook: (ctx) => registerWebhook(ctx),
});
