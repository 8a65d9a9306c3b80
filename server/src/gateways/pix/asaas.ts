// Asaas, API v3. https://docs.asaas.com. It has no idempotency keys: what may have been made before is looked for first, by our reference.
import { amountText, centsOf } from '@balcao/contract/subscription-rules';
import { PixFailure, type PixGateway } from './port.ts';
import { failureOf, type JsonAnswer, requestJson } from './request.ts';

export type AsaasConfig = { url: string; token: string; webhookToken: string | null };

const paid = new Set(['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH']);

export function asaasGateway(config: AsaasConfig): PixGateway {
  async function call(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
    const answer: JsonAnswer = await requestJson(`${config.url}${path}`, {
      method,
      headers: { access_token: config.token, 'user-agent': 'Balcao' },
      json,
    });
    if (answer.status !== 200) throw failureOf(answer);
    return answer.body;
  }
  const first = async (path: string): Promise<Record<string, unknown> | undefined> => {
    const { data } = await call('GET', path);
    return Array.isArray(data) ? (data as Record<string, unknown>[]).find((each) => each.deleted !== true) : undefined;
  };

  return {
    provider: 'asaas',
    async ask({ txid, amountCents, description, payer, today }) {
      if (!payer.document) throw new PixFailure('refused', 'Asaas needs the CPF or CNPJ of the payer');
      const whose = encodeURIComponent(payer.reference);
      const customer =
        (await first(`/customers?externalReference=${whose}`)) ??
        (await call('POST', '/customers', {
          name: payer.name,
          cpfCnpj: payer.document,
          ...(payer.email && { email: payer.email }),
          externalReference: payer.reference,
          notificationDisabled: true,
        }));
      const payment =
        (await first(`/payments?externalReference=${txid}`)) ??
        (await call('POST', '/payments', {
          customer: customer.id,
          billingType: 'PIX',
          value: Number(amountText(amountCents)),
          dueDate: today,
          description: description.slice(0, 500),
          externalReference: txid,
        }));
      if (typeof payment.id !== 'string' || centsOf(Number(payment.value)) !== amountCents)
        throw new PixFailure('refused', 'the payment has another amount');
      const code = await call('GET', `/payments/${payment.id}/pixQrCode`);
      if (typeof code.payload !== 'string') throw new PixFailure('refused', 'no Pix code');
      return {
        externalId: payment.id,
        brCode: code.payload,
        image: typeof code.encodedImage === 'string' ? `data:image/png;base64,${code.encodedImage}` : '',
      };
    },
    async look({ txid, externalId }) {
      const payment = externalId ? await call('GET', `/payments/${externalId}`) : await first(`/payments?externalReference=${txid}`);
      if (!payment || payment.externalReference !== txid || !paid.has(String(payment.status))) return { payments: [] };
      // Only a day is told, of Brazil: at its noon it is the same day in all its time zones.
      const at = new Date(`${String(payment.clientPaymentDate ?? payment.paymentDate)}T12:00:00-03:00`);
      const key = `asaas:${String(payment.id)}`;
      return { payments: [{ key, amountCents: centsOf(Number(payment.value)), at: Number.isNaN(at.getTime()) ? new Date(0) : at }] };
    },
    async cancel({ txid, externalId }) {
      // Without an id the answer was lost: the payment may be there.
      const id = externalId ?? (await first(`/payments?externalReference=${txid}`))?.id;
      if (id) await call('DELETE', `/payments/${String(id)}`);
    },
    async announceAt(url) {
      await call('POST', '/webhooks', {
        name: 'Balcão',
        url,
        enabled: true,
        interrupted: false,
        apiVersion: 3,
        ...(config.webhookToken && { authToken: config.webhookToken }),
        sendType: 'SEQUENTIALLY',
        events: ['PAYMENT_RECEIVED', 'PAYMENT_CONFIRMED'],
      });
    },
  };
}
