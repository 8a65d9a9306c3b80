// What companies pay for their subscription: invoices, and Pix to pay them.
import { z } from 'zod';
import { isZipCode } from './billing-rules.ts';
import * as c from './common.ts';
import { companyTerms, companyView } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const invoiceView = z.object({
  id: z.number(),
  detail: z.string(),
  /** BRL. */
  value: z.number(),
  /** YYYY-MM-DD: the last day of the subscription that it goes on from. */
  dueDate: z.string(),
  status: z.enum(['open', 'paid']),
  recurrence: z.string(),
  companyId: z.number(),
  paidAt: c.instant.nullable(),
  /** The last day of the subscription after this payment. */
  renewedTo: z.string().nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type InvoiceView = z.output<typeof invoiceView>;
c.named.add(invoiceView, { id: 'Invoice' });

/** A Pix charge, with the fields of the Brazilian Pix API that existing clients read. */
export const pixCharge = z.object({
  txid: z.string(),
  invoiceId: z.number(),
  status: z.literal('ATIVA'),
  valor: z.object({ original: z.string() }),
  calendario: z.object({ criacao: c.instant, expiracao: z.number() }),
  solicitacaoPagador: z.string(),
  qrcode: z.object({ qrcode: z.string(), imagemQrcode: z.string() }),
  expiresAt: c.instant,
  /** Only with the simulated provider: a POST to it pays this charge once. */
  simulatedPaymentUrl: z.string().optional(),
});
export type PixCharge = z.output<typeof pixCharge>;
c.named.add(pixCharge, { id: 'PixCharge' });

export const outcomes = ['applied', 'surplus', 'short'] as const;

/** Money that came for a charge, as operators see it. `surplus`: the invoice was paid already; `short`: less than was asked for. Both buy nothing. */
export const paymentView = z.object({
  id: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  invoiceId: z.number(),
  provider: z.string(),
  /** The provider's name of it. */
  key: z.string(),
  outcome: z.enum(outcomes),
  /** BRL. */
  value: z.number(),
  /** What was asked for, BRL. */
  asked: z.number(),
  paidAt: c.instant,
  /** When an operator saw to it, and who. */
  resolvedAt: c.instant.nullable(),
  resolvedBy: z.string().nullable(),
});
export type PaymentView = z.output<typeof paymentView>;
c.named.add(paymentView, { id: 'Payment' });

const paymentId = z.object({ paymentId: c.id });
const invoiceId = z.object({ invoiceId: c.id });
const words = (max: number) =>
  c
    .text(max)
    .transform((text) => text.trim())
    .nullish();

const subscription = z
  .object({
    invoiceId: c.optionalId,
    firstName: words(120),
    lastName: words(120),
    address2: words(160),
    district: words(80),
    city: words(80),
    state: words(40),
    zipcode: words(10),
    country: z.union([companyTerms.addressCountry, z.literal('')]).nullish(),
    document: words(20).pipe(
      z
        .string()
        .transform((text) => text.replace(/\D/g, ''))
        .pipe(z.string().regex(/^(\d{11}|\d{14})?$/))
        .nullish(),
    ),
  })
  .superRefine(({ zipcode, country }, ctx) => {
    if (zipcode && !isZipCode(zipcode, country || 'BR')) ctx.addIssue({ code: 'custom', path: ['zipcode'], message: 'no zip code' });
  });
export type Subscription = z.output<typeof subscription>;

export const billingEndpoints = {
  listInvoices: endpoint({
    route: 'GET /invoices/all',
    access: 'user',
    summary: 'The invoices of the company, newest due date first, 20 a page; searched by number and detail.',
    query: z.object({ ...c.page, status: z.enum(['', 'paid', 'open', 'overdue']).default('') }),
    answer: z.object({ invoices: z.array(invoiceView), count: z.number(), hasMore: z.boolean() }),
    whenExpired: true,
  }),
  showInvoice: endpoint({
    route: 'GET /invoices/:invoiceId',
    access: 'user',
    summary: 'One invoice.',
    params: invoiceId,
    answer: invoiceView,
    whenExpired: true,
  }),
  subscribe: endpoint({
    route: 'POST /subscription',
    access: 'admin',
    summary:
      'Asks for the payment of an invoice, or of the next one, by Pix. The price is the invoice’s; prices and card data in the body are ignored. What is given of name and address is kept as whom invoices are for. ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_NOTHING_TO_PAY, ERR_NO_PAYMENTS, ERR_BILLING_DOCUMENT, ERR_PAYMENT_PROVIDER, ERR_CHARGE_BUSY.',
    body: subscription,
    answer: pixCharge,
    whenExpired: true,
    perMinute: 30,
  }),
  checkPayment: endpoint({
    route: 'POST /v1/invoices/:invoiceId/check',
    access: 'admin',
    summary: 'Asks the provider now whether the invoice was paid, and answers it as it is then.',
    params: invoiceId,
    answer: invoiceView,
    whenExpired: true,
    perMinute: 10,
  }),
  paySimulated: endpoint({
    route: 'POST /v1/simulated-payments/:txid',
    access: 'public',
    summary: 'Pays a charge of the simulated provider, once. ERR_NO_CHARGE_FOUND with any other provider.',
    params: z.object({ txid: z.string().regex(/^[0-9a-f]{32}$/) }),
    answer: z.object({ ok: z.boolean() }),
    perMinute: 60,
  }),
  listPayments: endpoint({
    route: 'GET /v1/payments',
    access: 'super',
    summary:
      'Payments that came for invoices of all companies, newest first, 20 a page. `odd`: only those that bought nothing and that no operator has seen to. `provider`: who takes payments; null: nobody.',
    query: z.object({
      odd: c.flag.default(false),
      /** Older than the payment with this id. */
      before: c.id.optional(),
    }),
    answer: z.object({ provider: z.string().nullable(), payments: z.array(paymentView), hasMore: z.boolean() }),
  }),
  resolvePayment: endpoint({
    route: 'PUT /v1/payments/:paymentId',
    access: 'super',
    summary: 'Notes that an operator has seen to a payment that bought nothing, or takes that back. Noted in the audit log of the company.',
    params: paymentId,
    body: z.object({ resolved: z.boolean() }),
    answer: paymentView,
  }),
  registerWebhook: endpoint({
    route: 'POST /subscription/create/webhook',
    access: 'super',
    summary: 'Tells the payment provider where to announce payments. ERR_NO_PAYMENTS, ERR_PAYMENT_PROVIDER.',
    answer: z.object({ provider: z.string(), url: z.string() }),
    perMinute: 10,
  }),
};

export const billingEvents = {
  payment: event({
    channel: 'payment',
    heardBy: 'Everybody in the company.',
    payload: z.object({ action: z.literal('CONCLUIDA'), company: companyView, invoice: invoiceView }),
  }),
  invoice: event({
    channel: 'invoice',
    heardBy: 'Everybody in the company.',
    payload: z.object({ action: z.enum(['create', 'update', 'delete']), invoice: invoiceView }),
  }),
};
