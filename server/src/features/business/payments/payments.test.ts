import type { PixCharge } from '@balcao/contract/billing';
import { addMonths } from '@balcao/contract/subscription-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, signIn, until } from '../../../../test/client.ts';
import { asaasKey, type FakeAsaas, startFakeAsaas } from '../../../../test/fake-pix/asaas.ts';
import { makeCertificates } from '../../../../test/fake-pix/certificates.ts';
import { efiAccount, type FakeEfi, startFakeEfi } from '../../../../test/fake-pix/efi.ts';
import { givenCompany, newIp } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { createPix } from '../../../gateways/pix/pix.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { issueInvoices } from '../invoices/actions.ts';
import { sweepCharges } from './actions.ts';

let world: World;
let efi: FakeEfi;
let asaas: FakeAsaas;
let operator: Client;
const certificates = makeCertificates();
const webhookToken = 'palavra-do-aviso-1234';

beforeAll(async () => {
  efi = await startFakeEfi(certificates);
  asaas = await startFakeAsaas();
  world = await createWorld({ pix: { provider: 'efi', url: efi.url, ...efiAccount, tls: { pfx: certificates.pfx }, ca: certificates.ca } });
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
});
afterAll(() => Promise.all([world.close(), efi.close(), asaas.close()]));

const rows = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(world.app.base, async ({ db }) => (await statement.execute(db)).rows);
const dueOf = async ({ user: { companyId } }: Client) =>
  (await rows(sql<{ due: string | null }>`select due_date as due from companies where id = ${companyId}`))[0]?.due ?? null;
const subscribe = (client: Client, body: object = {}): Promise<PixCharge> => client.call('POST /subscription', { body });
const outcomes = async ({ user: { companyId } }: Client) =>
  (await rows(sql<{ outcome: string }>`select outcome from pix_payments where company_id = ${companyId} order by id`)).map(
    ({ outcome }) => outcome,
  );
/** Uses another provider while `work` runs. */
async function paidBy<T>(config: Parameters<typeof createPix>[0], work: () => Promise<T>): Promise<T> {
  const { gateways } = world.app.base;
  const before = gateways.pix;
  gateways.pix = createPix(config);
  try {
    return await work();
  } finally {
    gateways.pix = before;
  }
}
const announce = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

test('invoices are made once for each last day, at the price of plan and recurrence, and follow when the terms change', async () => {
  const admin = await givenCompany(world.url);
  const { companyId } = admin.user;
  await Promise.all([issueInvoices(world.app.base), issueInvoices(world.app.base)]);
  await issueInvoices(world.app.base);
  const due = await dueOf(admin);
  const { invoices } = await admin.call('GET /invoices/all');
  expect(invoices).toMatchObject([{ value: 30, dueDate: due, status: 'open', detail: 'Plano 1' }]);
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { recurrence: 'SEMESTRAL' } });
  expect((await admin.call('GET /invoices/all')).invoices).toMatchObject([{ id: invoices[0]?.id, value: 180, recurrence: 'SEMESTRAL' }]);
  // Renewed by hand: nothing is owed for the days before.
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { dueDate: '2031-01-31' } });
  expect((await admin.call('GET /invoices/all')).invoices).toEqual([]);
  expect((await admin.call('GET /invoices/all', { query: { searchParam: 'plano', status: 'overdue' } })).count).toBe(0);
  // What has run out by hand can be paid at once, whenever the next round comes.
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { dueDate: '2026-01-31' } });
  expect((await admin.call('GET /invoices/all')).invoices).toMatchObject([{ value: 180, dueDate: '2026-01-31', status: 'open' }]);
});

test('Efí: own txid, asked again before it is believed; forged, doubled, foreign and early announcements change nothing', async () => {
  const admin = await givenCompany(world.url);
  const due = await dueOf(admin);
  const { url } = await operator.call('POST /subscription/create/webhook');
  expect([url, efi.webhook]).toEqual(['http://localhost/subscription/webhook', expect.stringMatching(/\?hmac=[0-9a-f]{48}&ignorar=$/)]);
  // As Efí does it: "/pix" is added to the address.
  const path = `${(efi.webhook ?? '').replace('http://localhost', '')}/pix`;

  // Prices and cards in the body are nobody's business.
  const charge = await subscribe(admin, {
    price: 0.01,
    users: 1,
    connections: 1,
    cardNumber: '4111111111111111',
    firstName: 'Dona',
    lastName: 'Loja',
    document: '123.456.789-09',
    zipcode: '01310-100',
    country: 'BR',
  });
  expect(charge).toMatchObject({ valor: { original: '30.00' }, qrcode: { qrcode: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/) } });
  expect(efi.charges.get(charge.txid)).toMatchObject({
    devedor: { cpf: '12345678909', nome: 'Dona Loja' },
    solicitacaoPagador: `#Fatura:${charge.invoiceId}`,
  });
  // The same code again, not another charge.
  expect((await subscribe(admin, { invoiceId: charge.invoiceId })).txid).toBe(charge.txid);

  expect((await announce('/subscription/webhook/pix', { pix: [{ txid: charge.txid }] })).status).toBe(401);
  expect((await announce('/subscription/webhook/pix?hmac=guessed', { pix: [{ txid: charge.txid }] })).status).toBe(401);
  expect(await (await announce(path, { evento: 'teste_webhook', data_criacao: '2026-11-23' })).json()).toEqual({ ok: true });
  // Told before it is paid: Efí is asked, and says no.
  const before = efi.asked.length;
  expect((await announce(path, { pix: [{ txid: charge.txid, valor: '30.00', endToEndId: 'E1' }] })).status).toBe(200);
  await until(() => efi.asked.slice(before).includes(`GET /v2/cob/${charge.txid}`));
  expect((await admin.call('GET /invoices/:invoiceId', { params: { invoiceId: charge.invoiceId } })).status).toBe('open');

  const socket = await admin.socket();
  const told = heard<{ action: string; company: { dueDate: string } }>(socket, `company-${admin.user.companyId}-payment`);
  const pix = efi.pay(charge.txid);
  await Promise.all([
    announce(path, { pix: [pix] }),
    announce(path, { pix: [pix, pix] }),
    announce(path, { pix: [{ txid: 'x'.repeat(32) }] }),
  ]);
  const renewedTo = addMonths(due ?? '', 1);
  expect(await told).toMatchObject({ action: 'CONCLUIDA', company: { dueDate: renewedTo } });
  await announce(path, { pix: [pix] });
  await admin.call('POST /v1/invoices/:invoiceId/check', { params: { invoiceId: charge.invoiceId } });
  expect([await dueOf(admin), await outcomes(admin)]).toEqual([renewedTo, ['applied']]);
  await expect(subscribe(admin, { invoiceId: charge.invoiceId })).rejects.toMatchObject({ error: 'ERR_INVOICE_PAID' });
  const [mail] = await rows(sql<{ subject: string }>`select subject from mails where company_id = ${admin.user.companyId}`);
  expect(mail?.subject).toBe(`Recibo da fatura ${charge.invoiceId}`);
  socket.close();

  const stranger = await givenCompany(world.url);
  await expect(subscribe(stranger, { invoiceId: charge.invoiceId })).rejects.toMatchObject({ error: 'ERR_NO_INVOICE_FOUND' });
  await expect(subscribe(stranger, { zipcode: '123', country: 'BR' })).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
});

test('Efí: a lost answer makes no second charge, too little buys nothing, what comes late still counts, and without the certificate nothing goes', async () => {
  const admin = await givenCompany(world.url);
  const due = await dueOf(admin);
  await subscribe(await givenCompany(world.url));
  efi.loseNext();
  await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_PAYMENT_PROVIDER', body: { details: { kind: 'unknown' } } });
  const count = efi.charges.size;
  const charge = await subscribe(admin);
  expect(efi.charges.size).toBe(count);

  efi.pay(charge.txid, '29.99');
  const params = { invoiceId: charge.invoiceId };
  expect((await admin.call('POST /v1/invoices/:invoiceId/check', { params })).status).toBe('open');
  expect([await dueOf(admin), await outcomes(admin)]).toEqual([due, ['short']]);

  // The code runs out; another is made, and the first is taken back. It had been paid in the same moment.
  await rows(sql`update pix_charges set expires_at = now() - interval '1 second' where txid = ${charge.txid}`);
  const second = await subscribe(admin);
  expect(second.txid).not.toBe(charge.txid);
  const third = (await Promise.all([subscribe(admin), subscribe(admin)]))[0];
  expect(third?.txid).toBe(second.txid);
  await operator.call('PUT /companies/:companyId', { params: { companyId: admin.user.companyId }, body: { recurrence: 'ANUAL' } });
  await until(() => efi.charges.get(second.txid)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
  const year = await subscribe(admin);
  expect(year.valor.original).toBe('360.00');
  // Nobody announces it: it is asked for.
  efi.pay(year.txid);
  await rows(sql`update pix_charges set check_at = now() - interval '1 second' where txid = ${year.txid}`);
  await sweepCharges(world.app.base);
  await until(async () => (await dueOf(admin)) === addMonths(due ?? '', 12));

  const bare = await startFakeEfi(certificates);
  const stranger = makeCertificates();
  const config = { provider: 'efi' as const, url: bare.url, ...efiAccount, ca: certificates.ca };
  const other = await givenCompany(world.url);
  for (const tls of [stranger.client, { pfx: stranger.pfx }])
    await paidBy({ ...config, tls }, () => expect(subscribe(other)).rejects.toMatchObject({ error: 'ERR_PAYMENT_PROVIDER' }));
  expect(bare.charges.size).toBe(0);
  await bare.close();
});

test('what was asked for in vain is cancelled too, and what bought nothing is shown to operators until they have seen to it', async () => {
  const admin = await givenCompany(world.url);
  const { companyId } = admin.user;
  await subscribe(await givenCompany(world.url));
  efi.loseNext();
  await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_PAYMENT_PROVIDER' });
  const lost = [...efi.charges.keys()].at(-1) ?? '';
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { recurrence: 'TRIMESTRAL' } });
  await until(() => efi.charges.get(lost)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR');

  // While the provider is being asked for one, nobody else asks it for another.
  const asking = efi.onNext(async () => {
    await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_CHARGE_BUSY' });
  });
  const only = await subscribe(admin);
  await asking;
  expect((await subscribe(admin)).txid).toBe(only.txid);
  await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { recurrence: 'SEMESTRAL' } });
  await until(() => efi.charges.get(only.txid)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR');

  // The terms change while the provider is being asked: nobody is given a code that is not offered any more.
  const changed = efi.onNext(async () => {
    await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { recurrence: 'MENSAL' } });
  });
  await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_CHARGE_BUSY' });
  await changed;
  const late = [...efi.charges.keys()].at(-1) ?? '';
  expect(late).not.toBe(lost);
  await until(() => efi.charges.get(late)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR');

  const { txid, invoiceId } = await subscribe(admin);
  efi.pay(txid, '10.00');
  await admin.call('POST /v1/invoices/:invoiceId/check', { params: { invoiceId } });
  const list = async (odd: boolean) => {
    const { provider, payments } = await operator.call('GET /v1/payments', { query: { odd } });
    expect(provider).toBe('efi');
    return payments.filter(({ company }) => company.id === companyId);
  };
  const [short] = await list(true);
  expect(short).toMatchObject({ invoiceId, provider: 'efi', outcome: 'short', value: 10, asked: 30, resolvedAt: null });
  const params = { paymentId: short?.id ?? 0 };
  const seen = await operator.call('PUT /v1/payments/:paymentId', { params, body: { resolved: true } });
  expect(seen).toMatchObject({ resolvedBy: operator.user.name, resolvedAt: expect.any(String) });
  expect([await list(true), await list(false)]).toEqual([[], [seen]]);
  await operator.call('PUT /v1/payments/:paymentId', { params, body: { resolved: false } });
  expect(await list(true)).toHaveLength(1);
  // What counted is not odd, and is not set aside.
  const [counted] = await rows(sql<{ id: number }>`select id from pix_payments where outcome = 'applied' order by id limit 1`);
  const applied = { params: { paymentId: counted?.id ?? 0 }, body: { resolved: true } };
  expect(await operator.call('PUT /v1/payments/:paymentId', applied)).toMatchObject({ outcome: 'applied', resolvedAt: null });
  const verbs = await rows(
    sql<{ verb: string }>`select verb from audit_log where company_id = ${companyId} and verb like 'payment.re%' order by id`,
  );
  expect(verbs.map(({ verb }) => verb)).toEqual(['payment.received', 'payment.resolved', 'payment.reopened']);
});

test('Asaas: customer, payment and code, by the key in the operator’s settings; its word is asked for, and its announcements repeated', async () => {
  const config = { provider: 'asaas' as const, url: asaas.url, token: null, webhookToken };
  await paidBy(config, async () => {
    const admin = await givenCompany(world.url);
    const due = await dueOf(admin);
    // The key of a company without an operator takes nobody's payments.
    await rows(sql`insert into settings (company_id, key, value) values (${admin.user.companyId}, 'asaas', 'YWxoZWlv')
      on conflict (company_id, key) do update set value = excluded.value`);
    await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_NO_PAYMENTS' });
    await operator.call('PUT /settings/:settingKey', { params: { settingKey: 'asaas' }, body: { value: asaasKey } });
    await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_BILLING_DOCUMENT' });
    asaas.loseNextPost();
    await expect(subscribe(admin, { document: '12345678000195' })).rejects.toMatchObject({ error: 'ERR_PAYMENT_PROVIDER' });
    asaas.loseNextPost();
    await expect(subscribe(admin)).rejects.toMatchObject({ error: 'ERR_PAYMENT_PROVIDER' });
    const charge = await subscribe(admin);
    expect([asaas.customers.length, asaas.payments.length]).toEqual([1, 1]);
    expect(charge.qrcode).toMatchObject({ imagemQrcode: 'data:image/png;base64,AAAA' });
    const id = asaas.pay(charge.txid);
    const news = { id: 'evt_1', event: 'PAYMENT_RECEIVED', payment: { object: 'payment', id, externalReference: charge.txid } };
    const path = '/subscription/webhook/asaas';
    expect((await announce(path, news)).status).toBe(401);
    expect((await announce(path, news, { 'asaas-access-token': 'guessed' })).status).toBe(401);
    expect(await outcomes(admin)).toEqual([]);
    for (let i = 0; i < 3; i++) expect((await announce(path, news, { 'asaas-access-token': webhookToken })).status).toBe(200);
    await until(async () => (await dueOf(admin)) === addMonths(due ?? '', 1));
    expect((await announce(path, { event: 'ACCOUNT_STATUS' }, { 'asaas-access-token': webhookToken })).status).toBe(200);
    expect(await outcomes(admin)).toEqual(['applied']);
    // The day that Asaas tells is one of Brazil.
    const paidOn = sql`select to_char(paid_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day from invoices
      where company_id = ${admin.user.companyId} and status = 'paid'`;
    expect(await rows(paidOn)).toEqual([{ day: '2026-11-23' }]);
  });
});

test('the simulated provider is paid by a button, once', async () => {
  await paidBy({ provider: 'simulated' }, async () => {
    const admin = await givenCompany(world.url);
    const due = await dueOf(admin);
    const charge = await subscribe(admin);
    const path = new URL(charge.simulatedPaymentUrl ?? '').pathname;
    const answers = await Promise.all([1, 2, 3].map(() => announce(path, {}, { 'x-forwarded-for': newIp() })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await dueOf(admin), await outcomes(admin)]).toEqual([addMonths(due ?? '', 1), ['applied']]);
  });
  const admin = await givenCompany(world.url);
  const { txid } = await subscribe(admin);
  await expect(call(world.url, 'POST /v1/simulated-payments/:txid', { params: { txid } })).rejects.toMatchObject({
    error: 'ERR_NO_CHARGE_FOUND',
  });
});
