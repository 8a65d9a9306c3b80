// A strict local Asaas, API v3. https://docs.asaas.com
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { brCode } from '../../src/gateways/pix/br-code.ts';

const customer = z.strictObject({
  name: z.string().min(1),
  cpfCnpj: z.string().regex(/^(\d{11}|\d{14})$/),
  email: z.email().optional(),
  externalReference: z.string().optional(),
  notificationDisabled: z.boolean().optional(),
});
const payment = z.strictObject({
  customer: z.string().startsWith('cus_'),
  billingType: z.literal('PIX'),
  value: z.number().positive().multipleOf(0.01),
  dueDate: z.iso.date(),
  description: z.string().max(500).optional(),
  externalReference: z.string().optional(),
});

export type FakeAsaas = {
  url: string;
  customers: Record<string, unknown>[];
  payments: Record<string, unknown>[];
  /** The next POST is done, but its answer lost. */
  loseNextPost(): void;
  pay(externalReference: string): string;
  close(): Promise<void>;
};

export const asaasKey = '$aact_test_key';

export async function startFakeAsaas(): Promise<FakeAsaas> {
  const customers: Record<string, unknown>[] = [];
  const payments: Record<string, unknown>[] = [];
  let lost = false;
  const list = (data: unknown[]) => ({ object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const json: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
    const url = new URL(request.url ?? '/', 'http://local');
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (code: string, status = 400) => send(status, { errors: [{ code, description: code }] });
    if (request.headers.access_token !== asaasKey) return refuse('invalid_access_token', 401);
    if (!request.headers['user-agent']) return refuse('invalid_user_agent');
    const make = (into: Record<string, unknown>[], schema: z.ZodType, more: object) => {
      const parsed = schema.safeParse(json);
      if (!parsed.success) return refuse('invalid_object');
      const made = { ...(parsed.data as object), ...more };
      into.push(made);
      if (lost) {
        lost = false;
        return response.destroy();
      }
      return send(200, made);
    };
    const route = `${request.method} ${url.pathname}`;
    const reference = url.searchParams.get('externalReference');
    if (route === 'GET /customers') return send(200, list(customers.filter((each) => each.externalReference === reference)));
    if (route === 'POST /customers')
      return make(customers, customer, { object: 'customer', id: `cus_${customers.length + 1}`, deleted: false });
    if (route === 'GET /payments') return send(200, list(payments.filter((each) => each.externalReference === reference)));
    if (route === 'POST /payments')
      return make(payments, payment, { object: 'payment', id: `pay_${payments.length + 1}`, status: 'PENDING', deleted: false });
    const [, id, code] = /^\/payments\/(pay_\d+)(\/pixQrCode)?$/.exec(url.pathname) ?? [];
    const found = payments.find((each) => each.id === id);
    if (!found) return refuse('not_found', 404);
    if (request.method === 'DELETE') {
      if (found.status !== 'PENDING' || found.deleted) return refuse('invalid_action');
      found.deleted = true;
      return send(200, { deleted: true, id });
    }
    if (!code) return send(200, found);
    const payload = brCode({
      key: 'asaas@balcao.example',
      amount: Number(found.value).toFixed(2),
      name: 'Balcao',
      city: 'Joinville',
      txid: '***',
    });
    return send(200, { encodedImage: 'AAAA', payload, expirationDate: '2027-01-01 00:00:00' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    customers,
    payments,
    loseNextPost: () => {
      lost = true;
    },
    pay(externalReference) {
      const found = payments.find((each) => each.externalReference === externalReference);
      if (!found) throw new Error('no such payment');
      Object.assign(found, { status: 'RECEIVED', paymentDate: '2026-11-23' });
      return String(found.id);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
