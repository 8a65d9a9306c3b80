// The server dies while a payment is taken. Started again, it ends right: paid for once, renewed once, one receipt.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMonths } from '@balcao/contract/subscription-rules';
import { expect, onTestFinished, test } from 'vitest';
import { signIn, until } from '../../../../test/client.ts';
import { makeCertificates } from '../../../../test/fake-pix/certificates.ts';
import { efiAccount, startFakeEfi } from '../../../../test/fake-pix/efi.ts';
import { givenOwnServer } from '../../../../test/own-server.ts';
import { givenCompany, newIp, password } from '../../../../test/people.ts';
import { startServer } from '../../../../test/server-process.ts';

test('killed before and after the commit of a payment, it is paid for once and renewed once', { timeout: 120_000 }, async () => {
  const certificates = makeCertificates();
  const efi = await startFakeEfi(certificates);
  onTestFinished(() => efi.close());
  const folder = await mkdtemp(join(tmpdir(), 'balcao-pix-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [pfx, ca] = ['efi.p12', 'ca.pem'].map((name) => join(folder, name)) as [string, string];
  await writeFile(pfx, certificates.pfx);
  await writeFile(ca, certificates.ca);
  const own = await givenOwnServer({
    PIX_PROVIDER: 'efi',
    EFI_URL: efi.url,
    EFI_CLIENT_ID: efiAccount.clientId,
    EFI_CLIENT_SECRET: efiAccount.clientSecret,
    EFI_PIX_KEY: efiAccount.pixKey,
    EFI_CERTIFICATE: pfx,
    EFI_CA: ca,
    FAULT_POINT: 'later',
  });
  const { env, sql } = own;
  let { server } = own;
  for (const point of ['payment.before-commit', 'payment.after-commit']) {
    const dying = server;
    const admin = await givenCompany(dying.url);
    const operator = await signIn(dying.url, 'operadora@balcao.local', 'senha-da-operadora', newIp());
    await operator.call('POST /subscription/create/webhook');
    const { txid, invoiceId } = await admin.call('POST /subscription', { body: {} });
    const due = admin.user.company.dueDate ?? '';
    const pix = efi.pay(txid);
    const announce = (url: string) =>
      fetch(`${url}${new URL((efi.webhook ?? '').replace('&ignorar=', '')).pathname}/pix${new URL(efi.webhook ?? '').search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pix: [pix] }),
      });
    await dying.dieAt(point);
    expect((await announce(dying.url)).status).toBe(200);
    expect(await dying.ended).toBe('SIGKILL');

    const started = await startServer(env);
    onTestFinished(() => started.kill('SIGKILL'));
    server = started;
    // Providers repeat what they are not sure of.
    await announce(server.url);
    const again = await signIn(server.url, admin.user.email, password, newIp());
    await until(async () => (await again.call('GET /invoices/:invoiceId', { params: { invoiceId } })).status === 'paid');
    await announce(server.url);
    await again.call('POST /v1/invoices/:invoiceId/check', { params: { invoiceId } });
    const one = async (statement: string) => (await sql.query(statement, [admin.user.companyId])).rows;
    expect(await one('select due_date::text from companies where id = $1')).toEqual([{ due_date: addMonths(due, 1) }]);
    expect(await one('select outcome from pix_payments where company_id = $1')).toEqual([{ outcome: 'applied' }]);
    expect(await one('select count(*)::int as n from mails where company_id = $1')).toEqual([{ n: 1 }]);
  }
});
