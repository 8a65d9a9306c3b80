import type { PaymentView, PixCharge } from '@balcao/contract/billing';
import { amountText } from '@balcao/contract/subscription-rules';
import type { ChargeRow, PaymentRow } from './store.ts';

export function chargeView(row: ChargeRow, { image, publicUrl }: { image: string; publicUrl: string }): PixCharge {
  return {
    txid: row.txid,
    invoiceId: row.invoice_id,
    status: 'ATIVA',
    valor: { original: amountText(row.amount_cents) },
    calendario: {
      criacao: row.created_at.toISOString(),
      expiracao: Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 1000),
    },
    solicitacaoPagador: `#Fatura:${row.invoice_id}`,
    qrcode: { qrcode: row.br_code ?? '', imagemQrcode: image },
    expiresAt: row.expires_at.toISOString(),
    ...(row.provider === 'simulated' && { simulatedPaymentUrl: `${publicUrl}/v1/simulated-payments/${row.txid}` }),
  };
}

export function paymentView(row: PaymentRow): PaymentView {
  return {
    id: row.id,
    company: { id: row.company_id, name: row.company_name },
    invoiceId: row.invoice_id,
    provider: row.provider,
    key: row.key,
    outcome: row.outcome as PaymentView['outcome'],
    value: row.amount_cents / 100,
    asked: row.asked_cents / 100,
    paidAt: row.paid_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
  };
}
