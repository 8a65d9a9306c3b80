import { chargeSeconds } from '@balcao/contract/billing-rules';

/** Money that came: pays the invoice, came once more for a paid one, or is less than was asked for. */
export type Outcome = 'applied' | 'surplus' | 'short';

/** What a payment does. An invoice that was cancelled is still paid by it: the money has come. */
export function outcomeOf(charge: { amountCents: number }, invoice: { status: string }, amountCents: number): Outcome {
  if (amountCents < charge.amountCents) return 'short';
  return invoice.status === 'paid' ? 'surplus' : 'applied';
}

/** A code is given again while it is of use for so long, instead of a new one. */
const leastLeftMs = 60_000;

/** Is this charge good for asking again? */
export function isUsable(
  charge: { state: string; amount_cents: number; months: number; expires_at: Date; provider: string },
  wanted: { amountCents: number; months: number; provider: string },
  now: Date,
): boolean {
  return (
    charge.state === 'pending' &&
    charge.amount_cents === wanted.amountCents &&
    charge.months === wanted.months &&
    charge.provider === wanted.provider &&
    charge.expires_at.getTime() - now.getTime() > leastLeftMs
  );
}

const lateMs = 3 * 86_400_000;

/** When to ask the provider again, in case its announcement was lost: often while the code is valid, then seldom; null after three days. */
export function nextCheck(charge: { created_at: Date; expires_at: Date }, now: Date): Date | null {
  const at = now.getTime();
  if (at > charge.expires_at.getTime() + lateMs) return null;
  const age = at - charge.created_at.getTime();
  const pause = at < charge.expires_at.getTime() ? Math.max(120_000, age / 4) : Math.max(900_000, age / 2);
  return new Date(at + Math.min(pause, 6 * 3_600_000));
}

/** When a code made now ends. */
export function endOf(now: Date): Date {
  return new Date(now.getTime() + chargeSeconds * 1000);
}

const receipts = {
  pt: (r: Receipt) => ({
    subject: `Recibo da fatura ${r.id}`,
    text: `Recebemos o pagamento da fatura ${r.id} (${r.detail}), no valor de R$ ${brl(r.cents)}.\n\nSua assinatura vale até ${day(r.renewedTo)}.\n\nObrigado!`,
  }),
  en: (r: Receipt) => ({
    subject: `Receipt for invoice ${r.id}`,
    text: `We have received the payment of invoice ${r.id} (${r.detail}), R$ ${brl(r.cents)}.\n\nYour subscription is valid until ${day(r.renewedTo)}.\n\nThank you!`,
  }),
  es: (r: Receipt) => ({
    subject: `Recibo de la factura ${r.id}`,
    text: `Recibimos el pago de la factura ${r.id} (${r.detail}), por R$ ${brl(r.cents)}.\n\nTu suscripción vale hasta ${day(r.renewedTo)}.\n\n¡Gracias!`,
  }),
};

export type Receipt = { id: number; detail: string; cents: number; renewedTo: string };

/** The mail that tells of a payment, in the reader's language. */
export function receiptMail(language: string | null, receipt: Receipt): { subject: string; text: string } {
  return (receipts[language as 'pt'] ?? receipts.pt)(receipt);
}

function brl(cents: number): string {
  return (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function day(text: string): string {
  return text.split('-').reverse().join('/');
}
