import type { InvoiceView, PaymentView, PixCharge, Subscription } from '@balcao/contract/billing';
import { chargeSeconds } from '@balcao/contract/billing-rules';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { monthsOf, renewed } from '@balcao/contract/subscription-rules';
import { z } from 'zod';
import { paymentReceived } from '../../../events/billing.ts';
import type { LeftCharge } from '../../../events/companies.ts';
import { PixFailure, type PixGateway, type PixProvider } from '../../../gateways/pix/port.ts';
import { newId } from '../../../platform/chance.ts';
import { asSystem, type Ctx, mintCompanyId, type Outside, type PlatformCtx, type Tx } from '../../../platform/context.ts';
import { platformTransaction, reading, transaction, withinCompany } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { faultPoint } from '../../../platform/faults.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { renewCompany, saveBilling } from '../../company/companies/actions.ts';
import { ownCompany } from '../../company/companies/reads.ts';
import { queueMail } from '../../company/mails/actions.ts';
import { audit } from '../../company/system/actions.ts';
import { lockInvoice, lockPayable, markPaid, nextInvoice } from '../invoices/actions.ts';
import { showInvoice } from '../invoices/reads.ts';
import { gatewayOf, webhookUrl } from './reads.ts';
import { endOf, isUsable, nextCheck, outcomeOf, receiptMail } from './rules.ts';
import {
  type ChargeRow,
  findCharge,
  findCharges,
  findPaymentRow,
  findReceiver,
  insertCharge,
  insertPayment,
  isNoted,
  listDueCharges,
  lockCharge,
  lockCharges,
  saveCharge,
  saveResolved,
} from './store.ts';
import { chargeView, paymentView } from './view.ts';

/** For how long one request may be making a charge; meanwhile others are told to come again. */
const askingMs = 45_000;

/**
 * Asks for the payment of an invoice by Pix, or gives the code that is still valid again. The price is the invoice's. ERR_NO_PAYMENTS,
 * ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_NOTHING_TO_PAY, ERR_BILLING_DOCUMENT, ERR_CHARGE_BUSY, ERR_PAYMENT_PROVIDER (details: kind).
 */
export async function subscribe(ctx: Outside, given: Subscription): Promise<PixCharge> {
  const gateway = await gatewayOf(ctx);
  const { charge, payer } = await transaction(ctx, async (ctx) => {
    const invoice = given.invoiceId ? await lockPayable(ctx, given.invoiceId) : await nextInvoice(ctx);
    await saveBilling(ctx, billingOf(given));
    const company = await ownCompany(ctx);
    if (gateway.provider === 'asaas' && !company.billingDocument) throw new AppError('ERR_BILLING_DOCUMENT');
    const payer = {
      reference: `company:${company.id}`,
      name: company.billingName ?? company.name,
      document: company.billingDocument,
      email: company.email,
    };
    const wanted = {
      amountCents: invoice.value_cents,
      months: monthsOf[invoice.recurrence as keyof typeof monthsOf],
      provider: gateway.provider,
    };
    return { charge: await chargeFor(ctx, invoice.id, wanted), payer };
  });
  if (charge.br_code) return chargeView(charge, { image: '', publicUrl: ctx.publicUrl });
  const asked = await trying(
    () =>
      gateway.ask({
        txid: charge.txid,
        amountCents: charge.amount_cents,
        seconds: chargeSeconds,
        description: `#Fatura:${charge.invoice_id}`,
        payer,
        today: subscriptionDay(ctx.now()),
      }),
    () => transaction(ctx, (ctx) => saveCharge(ctx, charge.id, { asking_until: null })),
  );
  const known = { br_code: asked.brCode, external_id: asked.externalId, asking_until: null };
  const isOffered = await transaction(ctx, async (ctx) => {
    const now = await lockCharge(ctx, charge.id);
    await saveCharge(ctx, charge.id, known);
    if (now?.state === 'superseded') await ctx.enqueue(cancelCharge, { chargeId: charge.id });
    return now?.state === 'pending';
  });
  // While the provider was asked, the invoice was paid or got another price.
  if (!isOffered) throw new AppError('ERR_CHARGE_BUSY');
  return chargeView({ ...charge, ...known }, { image: asked.image, publicUrl: ctx.publicUrl });
}

/** The charge to show: one that is still good, or a new row without a code, which this caller fetches. */
async function chargeFor(
  ctx: Tx,
  invoiceId: number,
  wanted: { amountCents: number; months: number; provider: PixProvider },
): Promise<ChargeRow> {
  const now = ctx.now();
  const charges = await lockCharges(ctx, invoiceId);
  const good = charges.find((each) => isUsable(each, wanted, now));
  if (good?.br_code) return good;
  const asking_until = new Date(now.getTime() + askingMs);
  if (good) {
    if (good.asking_until && good.asking_until > now) throw new AppError('ERR_CHARGE_BUSY');
    await saveCharge(ctx, good.id, { asking_until });
    return good;
  }
  for (const old of charges.filter(({ state }) => state === 'pending')) await supersede(ctx, old);
  const row = {
    invoice_id: invoiceId,
    provider: wanted.provider,
    txid: newId().replaceAll('-', ''),
    amount_cents: wanted.amountCents,
    months: wanted.months,
    asking_until,
    expires_at: endOf(now),
    created_at: now,
  };
  return insertCharge(ctx, { ...row, check_at: nextCheck(row, now) });
}

/** A charge that is not to be paid any more is cancelled at its provider. If it is paid all the same, the money counts. */
async function supersede(ctx: Tx, charge: ChargeRow): Promise<void> {
  await saveCharge(ctx, charge.id, { state: 'superseded' });
  await ctx.enqueue(cancelCharge, { chargeId: charge.id });
}

/** The invoice costs something else now, or nothing: what was asked for so far is cancelled. */
export async function supersedeCharges(ctx: Tx, invoiceId: number): Promise<void> {
  for (const charge of await lockCharges(ctx, invoiceId)) if (charge.state === 'pending') await supersede(ctx, charge);
}

export const cancelCharge = defineJob({
  name: 'payments.cancel',
  lane: 'bulk',
  payload: z.object({ chargeId: z.number() }),
  maxAttempts: 5,
  async run(ctx, { chargeId }) {
    const charge = await reading(ctx, (ctx) => findCharge(ctx, chargeId));
    if (charge?.state !== 'superseded') return;
    const gateway = await gatewayOf(ctx).catch(() => null);
    if (gateway?.provider !== charge.provider) return;
    try {
      await gateway.cancel({ txid: charge.txid, externalId: charge.external_id });
    } catch (error) {
      if (!(error instanceof PixFailure && error.kind === 'refused')) throw error;
      // It cannot be taken back any more: it may have been paid in the same moment.
      await checkCharge(ctx, chargeId);
    }
  },
});

const leftCharge = z.object({
  company: z.object({ id: z.number(), name: z.string() }),
  invoiceId: z.number(),
  provider: z.string(),
  txid: z.string(),
  externalId: z.string().nullable(),
});

/** Runs in the company of an operator, and knows all it needs: of the removed company nothing is left. Tried for some days. */
export const withdrawLeftJob = defineJob({
  name: 'payments.withdrawLeft',
  lane: 'bulk',
  payload: leftCharge,
  maxAttempts: 25,
  async run(ctx, charge) {
    const gateway = await gatewayOf(ctx);
    if (gateway.provider !== charge.provider) throw new AppError('ERR_NO_PAYMENTS');
    try {
      await gateway.cancel(charge);
    } catch (error) {
      if (!(error instanceof PixFailure && error.kind === 'refused')) throw error;
      // It was paid before, or is cancelled already.
      const { payments } = await gateway.look(charge);
      for (const payment of payments) await transaction(ctx, (ctx) => noteForRemoved(ctx, charge, payment));
    }
  },
});

/** Cancels what a removed company leaves at the provider, as jobs of the operator's company. */
export async function withdrawLeft(
  ctx: Tx,
  { company, charges }: { company: { id: number; name: string }; charges: LeftCharge[] },
): Promise<void> {
  for (const { askingUntil, ...charge } of charges)
    await ctx.enqueue(withdrawLeftJob, { company, ...charge }, askingUntil ? { runAt: new Date(askingUntil) } : {});
}

/** Money for a company that is gone: written down once, where its operator reads it. */
async function noteForRemoved(
  ctx: Tx,
  { company, invoiceId, provider }: z.output<typeof leftCharge>,
  { key, amountCents }: { key: string; amountCents: number },
): Promise<void> {
  const verb = 'payment.forRemovedCompany';
  if (await isNoted(ctx, verb, key)) return;
  await audit(ctx, {
    verb,
    subject: key,
    details: { company: company.name, companyId: company.id, invoiceId, provider, value: amountCents / 100 },
  });
}

/** Asks the provider what it knows of a charge, and believes only that. */
export async function checkCharge(ctx: Outside, chargeId: number): Promise<void> {
  const charge = await reading(ctx, (ctx) => findCharge(ctx, chargeId));
  if (!charge) return;
  const gateway = await gatewayOf(ctx);
  if (gateway.provider !== charge.provider) return;
  const { payments } = await gateway.look({ txid: charge.txid, externalId: charge.external_id });
  for (const payment of payments) {
    await transaction(ctx, async (ctx) => {
      await settle(ctx, charge.id, payment);
      faultPoint('payment.before-commit');
    });
    faultPoint('payment.after-commit');
  }
}

export const checkChargeJob = defineJob({
  name: 'payments.check',
  lane: 'reactions',
  payload: z.object({ chargeId: z.number() }),
  run: (ctx, { chargeId }) => checkCharge(ctx, chargeId),
});

/**
 * Money came for a charge. Each payment counts once, by its key. It pays the invoice, and the subscription goes on by what was bought, from its
 * last day or from today. What is less than was asked for, or comes once more, is written down and buys nothing.
 */
export async function settle(ctx: Tx, chargeId: number, payment: { key: string; amountCents: number; at: Date }): Promise<void> {
  const found = await findCharge(ctx, chargeId);
  if (!found) return;
  const invoice = await lockInvoice(ctx, found.invoice_id);
  const charge = await lockCharge(ctx, chargeId);
  if (!charge) return;
  const outcome = outcomeOf({ amountCents: charge.amount_cents }, invoice, payment.amountCents);
  const row = {
    charge_id: charge.id,
    key: payment.key,
    amount_cents: payment.amountCents,
    outcome,
    paid_at: payment.at,
    created_at: ctx.now(),
  };
  if (!(await insertPayment(ctx, row))) return;
  const details = { key: payment.key, value: payment.amountCents / 100, outcome };
  await audit(ctx, { verb: 'payment.received', subject: String(invoice.id), details });
  if (outcome === 'short') return;
  await saveCharge(ctx, charge.id, { state: 'paid', check_at: null });
  if (outcome === 'surplus') return;
  const before = await ownCompany(ctx);
  const renewedTo = renewed(before.dueDate, subscriptionDay(ctx.now()), charge.months);
  const paid = await markPaid(ctx, invoice.id, payment.at, renewedTo);
  const company = await renewCompany(ctx, renewedTo);
  await ctx.publish(paymentReceived, { company, invoice: paid });
  const receiver = await findReceiver(ctx);
  if (!receiver) return;
  const receipt = { id: invoice.id, detail: invoice.detail, cents: payment.amountCents, renewedTo };
  await queueMail(ctx, { to: receiver.email, ...receiptMail(receiver.language, receipt) });
}

/** Somebody waits for their payment: the provider is asked now. Answers the invoice as it is then. ERR_NO_INVOICE_FOUND, ERR_PAYMENT_PROVIDER. */
export async function checkPayment(ctx: Outside, invoiceId: number): Promise<InvoiceView> {
  const before = await showInvoice(ctx, invoiceId);
  if (before.status === 'paid') return before;
  const charges = await transaction(ctx, (ctx) => lockCharges(ctx, invoiceId));
  const [newest] = charges.filter(({ state }) => state !== 'paid');
  if (newest) await trying(() => checkCharge(ctx, newest.id));
  return showInvoice(ctx, invoiceId);
}

/** Pays a charge of the simulated provider, once. ERR_NO_CHARGE_FOUND. */
export async function paySimulated(ctx: PlatformCtx, txid: string): Promise<void> {
  const found =
    ctx.gateways.pix?.provider === 'simulated' ? await platformTransaction(ctx, (ctx) => findCharges(ctx, 'simulated', [txid])) : [];
  const [charge] = found;
  if (!charge) throw new AppError('ERR_NO_CHARGE_FOUND');
  await transaction(asSystem(ctx, mintCompanyId(charge.companyId)), async (ctx) => {
    const row = await findCharge(ctx, charge.id);
    if (row) await settle(ctx, row.id, { key: `simulated:${txid}`, amountCents: row.amount_cents, at: ctx.now() });
  });
}

/** Asks about charges of which a provider has announced something. Nothing of that is believed; unknown ones are left out. */
export async function checkAnnounced(ctx: PlatformCtx, provider: 'efi' | 'asaas', ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await platformTransaction(ctx, async (ctx) => {
    for (const { companyId, id } of await findCharges(ctx, provider, ids))
      await ctx.enqueueFor(mintCompanyId(companyId), checkChargeJob, { chargeId: id }, { key: String(id) });
  });
}

const chargesAtOnce = 200;

/** Asks about charges whose announcement may have been lost. */
export async function sweepCharges(ctx: PlatformCtx): Promise<void> {
  const due = await platformTransaction(ctx, (tx) => listDueCharges(tx, ctx.now(), chargesAtOnce));
  for (const { companyId, id } of due)
    await transaction(asSystem(ctx, mintCompanyId(companyId)), async (ctx) => {
      const charge = await lockCharge(ctx, id);
      if (!charge || charge.state === 'paid') return;
      await saveCharge(ctx, id, { check_at: nextCheck(charge, ctx.now()) });
      if (charge.provider !== 'simulated') await ctx.enqueue(checkChargeJob, { chargeId: id }, { key: String(id) });
    });
}

/** Has the provider announce payments here. ERR_NO_PAYMENTS, ERR_PAYMENT_PROVIDER. */
export async function registerWebhook(ctx: Outside): Promise<{ provider: string; url: string }> {
  const gateway: PixGateway = await gatewayOf(ctx);
  const url = webhookUrl(ctx, gateway.provider);
  await trying(() => gateway.announceAt(url));
  await transaction(ctx, (ctx) => audit(ctx, { verb: 'payments.webhookRegistered', details: { provider: gateway.provider } }));
  // The word in the address is not shown again.
  return { provider: gateway.provider, url: url.replace(/\?.*/, '') };
}

/** Notes that an operator has seen to a payment that bought nothing, or takes that back. ERR_NO_PAYMENT_FOUND. */
export function resolvePayment(ctx: Ctx, paymentId: number, isResolved: boolean): Promise<PaymentView> {
  const by = ctx.actor.kind === 'user' ? { id: ctx.actor.id, name: ctx.actor.name } : null;
  return platformTransaction(ctx, async (ctx) => {
    const row = await findPaymentRow(ctx, paymentId);
    if (!row) throw new AppError('ERR_NO_PAYMENT_FOUND');
    if (row.outcome === 'applied' || (row.resolved_at !== null) === isResolved) return paymentView(row);
    const change = { resolved_at: isResolved ? ctx.now() : null, resolved_by: isResolved ? (by?.name ?? null) : null };
    await withinCompany(ctx, mintCompanyId(row.company_id), async (ctx) => {
      await saveResolved(ctx, paymentId, change);
      const details = { key: row.key, value: row.amount_cents / 100, outcome: row.outcome };
      await audit(ctx, { verb: isResolved ? 'payment.resolved' : 'payment.reopened', subject: String(row.invoice_id), details, by });
    });
    return paymentView({ ...row, ...change });
  });
}

async function trying<T>(work: () => Promise<T>, failed?: () => Promise<unknown>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await failed?.();
    if (error instanceof PixFailure) throw new AppError('ERR_PAYMENT_PROVIDER', { kind: error.kind });
    throw error;
  }
}

/** Empty fields change nothing: existing clients send them. */
function billingOf(given: Subscription) {
  const name = [given.firstName, given.lastName].filter(Boolean).join(' ');
  return {
    billingName: name || undefined,
    billingDocument: given.document || undefined,
    addressZipCode: given.zipcode || undefined,
    addressStreet: given.address2 || undefined,
    addressDistrict: given.district || undefined,
    addressCity: given.city || undefined,
    addressState: given.state || undefined,
    addressCountry: given.country || undefined,
  };
}
