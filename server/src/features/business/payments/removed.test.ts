// A company is removed while something can still be paid for it: that ends at its provider, and money that has come all the same is not lost.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, signIn, until } from '../../../../test/client.ts';
import { asaasKey, type FakeAsaas, startFakeAsaas } from '../../../../test/fake-pix/asaas.ts';
import { makeCertificates } from '../../../../test/fake-pix/certificates.ts';
import { efiAccount, type FakeEfi, startFakeEfi } from '../../../../test/fake-pix/efi.ts';
import { givenCompany, newIp } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { createPix } from '../../../gateways/pix/pix.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { sweepCharges, withdrawLeftJob } from './actions.ts';

let world: World;
let efi: FakeEfi;
let asaas: FakeAsaas;
let operator: Client;
const certificates = makeCertificates();

beforeAll(async () => {
  efi = await startFakeEfi(certificates);
  asaas = await startFakeAsaas();
  world = await createWorld({ pix: { provider: 'efi', url: efi.url, ...efiAccount, tls: { pfx: certificates.pfx }, ca: certificates.ca } });
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
});
afterAll(() => Promise.all([world.close(), efi.close(), asaas.close()]));

const rows = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(world.app.base, async ({ db }) => (await statement.execute(db)).rows);
const subscribe = (client: Client, body: object = {}) => client.call('POST /subscription', { body });

/** Removes the company, and waits until nothing is left of it. */
async function removed({ user: { companyId } }: Client): Promise<void> {
  await operator.call('DELETE /companies/:companyId', { params: { companyId } });
  await until(async () => (await rows(sql`select 1 from companies where id = ${companyId}`)).length === 0);
}
/** What the operator reads in their log of money for this company. */
const notedOf = ({ user: { companyId } }: Client) =>
  rows(sql<{ subject: string; details: object }>`
    select subject, details from audit_log
    where company_id = ${operator.user.companyId} and verb = 'payment.forRemovedCompany' and (details ->> 'companyId')::int = ${companyId}`);
/** The jobs about charges of removed companies, done or given up by now. */
const withdrawn = () =>
  until(async () => {
    const waiting = await rows(sql`select 1 from graphile_worker.jobs where task_identifier = 'payments.withdrawLeft'`);
    return waiting.length === 0;
  });

test('what a removed company left unpaid is cancelled at its provider, also when that was away; what was paid is in the operator’s log, once', async () => {
  const unpaid = await givenCompany(world.url);
  const { txid } = await subscribe(unpaid);
  efi.loseNext();
  await removed(unpaid);
  await until(() => efi.charges.get(txid)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR');

  // Paid, and not announced before the company was removed.
  const paid = await givenCompany(world.url);
  const { name } = paid.user.company;
  const charge = await subscribe(paid);
  const pix = efi.pay(charge.txid);
  await removed(paid);
  const noted = {
    subject: `efi:${pix.endToEndId}`,
    details: { company: name, companyId: paid.user.companyId, invoiceId: charge.invoiceId, provider: 'efi', value: 30 },
  };
  await until(async () => (await notedOf(paid)).length > 0);
  await withdrawn();
  const gone = {
    company: { id: paid.user.companyId, name },
    invoiceId: charge.invoiceId,
    provider: 'efi',
    txid: charge.txid,
    externalId: null,
  };
  await withdrawLeftJob.run(asSystem(world.app.base, mintCompanyId(operator.user.companyId)), gone);
  expect([await notedOf(paid), await notedOf(unpaid)]).toEqual([[noted], []]);

  world.app.base.gateways.pix = createPix({ provider: 'asaas', url: asaas.url, token: asaasKey, webhookToken: null });
  const [one, other] = [await givenCompany(world.url), await givenCompany(world.url)];
  const left = await subscribe(one, { document: '12345678000195' });
  const bought = await subscribe(other, { document: '12345678000195' });
  asaas.pay(bought.txid);
  await removed(one);
  await removed(other);
  await until(() => asaas.payments.find(({ externalReference }) => externalReference === left.txid)?.deleted === true);
  await until(async () => (await notedOf(other)).length === 1);
  await withdrawn();
  expect(await notedOf(one)).toEqual([]);
});

test('from the moment a company is removed its charges are neither asked for nor paid there', async () => {
  world.app.base.gateways.pix = createPix({ provider: 'simulated' });
  const admin = await givenCompany(world.url);
  const { txid } = await subscribe(admin);
  // As long as its rows are still being removed.
  await rows(sql`update companies set deleted_at = now() where id = ${admin.user.companyId}`);
  await rows(sql`update pix_charges set check_at = now() - interval '1 second' where txid = ${txid}`);
  await sweepCharges(world.app.base);
  await expect(call(world.url, 'POST /v1/simulated-payments/:txid', { params: { txid } })).rejects.toMatchObject({
    error: 'ERR_NO_CHARGE_FOUND',
  });
  expect(await rows(sql`select 1 from pix_payments where company_id = ${admin.user.companyId}`)).toEqual([]);
  expect(await rows(sql`select 1 from pix_charges where txid = ${txid} and check_at < now()`)).toHaveLength(1);
});
