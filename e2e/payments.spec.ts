// Payments by Efí, as a strict local one takes them: an operator has them announced here, a company pays and goes on.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../server/test/client.ts';
import { makeCertificates } from '../server/test/fake-pix/certificates.ts';
import { efiAccount, type FakeEfi, startFakeEfi } from '../server/test/fake-pix/efi.ts';
import { newIp } from '../server/test/people.ts';
import { operator } from './balcao.ts';
import { test as base, expect } from './journey.ts';
import { examine } from './looks.ts';

type Paid = { efi: FakeEfi; certificate: { pfx: string; ca: string } };

const test = base.extend<object, Paid>({
  certificate: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'balcao-efi-'));
      await use({ pfx: join(dir, 'client.p12'), ca: join(dir, 'ca.pem') });
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  efi: [
    async ({ certificate }, use) => {
      const made = makeCertificates();
      await Promise.all([writeFile(certificate.pfx, made.pfx), writeFile(certificate.ca, made.ca)]);
      const efi = await startFakeEfi(made);
      await use(efi);
      await efi.close();
    },
    { scope: 'worker' },
  ],
  env: [
    async ({ efi, certificate }, use) => {
      const { clientId, clientSecret, pixKey } = efiAccount;
      await use({
        PIX_PROVIDER: 'efi',
        EFI_URL: efi.url,
        EFI_CLIENT_ID: clientId,
        EFI_CLIENT_SECRET: clientSecret,
        EFI_PIX_KEY: pixKey,
        EFI_CERTIFICATE: certificate.pfx,
        EFI_CA: certificate.ca,
      });
    },
    { scope: 'worker' },
  ],
});

test('an operator sets up the announcements of payments; what a company pays by Pix then renews it before its eyes', async ({
  balcao,
  desk,
  efi,
  open,
}) => {
  const page = await open(await signIn(balcao.url, operator.email, operator.password, newIp()), '/operations?tab=payments');
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  await page.getByRole('button', { name: 'Ativar os avisos de pagamento' }).click();
  await expect(page.getByText(/^Efí avisa agora em .*\/subscription\/webhook/)).toBeVisible();
  expect(efi.webhook).toMatch(/\/subscription\/webhook\?hmac=[0-9a-f]{48}&ignorar=$/);

  // A company whose time has run out, without an invoice.
  await balcao.sql("update companies set due_date = '2026-01-31' where id = $1", [desk.admin.user.companyId]);
  await balcao.sql('delete from invoices where company_id = $1', [desk.admin.user.companyId]);
  const admin = await open(desk.admin, '/financeiro');
  await expect(admin.getByText('Sua assinatura venceu 31/01/2026', { exact: true })).toBeVisible();
  await expect(admin.getByText('Nenhuma fatura ainda')).toBeVisible();
  await examine(admin, 'billing-over', { on: ['wide', 'phone'] });
  await admin.setViewportSize({ width: 1440, height: 900 });
  await admin.getByRole('link', { name: 'Assine Agora!' }).click();
  await admin.getByRole('button', { name: 'Próximo' }).click();
  await admin.getByLabel('Nome completo').fill('Marina Duarte');
  await admin.getByLabel('Endereço').fill('Rua das Acácias, 10');
  await admin.getByLabel('Cidade').fill('Joinville');
  await admin.getByLabel('CEP').fill('89201-000');
  for (const name of ['Próximo', 'Assinar']) await admin.getByRole('button', { name }).click();
  await expect(admin.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  const [txid = ''] = [...efi.charges.keys()].slice(-1);
  const pix = efi.pay(txid);
  const answer = await fetch(`${efi.webhook}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [pix] }),
  });
  expect(answer.status).toBe(200);
  await expect(admin.getByText(/Sua licença foi renovada até/)).toBeVisible();
  await expect(admin).not.toHaveURL(/financeiro/, { timeout: 10_000 });
  await expect(admin.getByText(/^Ativo até/)).toBeVisible();
});
