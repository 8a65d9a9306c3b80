// The operator's desk, and how people protect their accounts.

import { totpCode } from '../server/src/platform/totp.ts';
import { call, signIn } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import { operator } from './balcao.ts';
import { password } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

test('an operator sees how the installation is doing, who did what, and the mails that wait', async ({ balcao, desk, open }) => {
  const { email } = desk.ana.user;
  await call(balcao.url, 'POST /v1/password-reset', { body: { email }, headers: { 'x-forwarded-for': newIp() } });
  const page = await open(await signIn(balcao.url, operator.email, operator.password, newIp()), '/operations', look());
  await expect(page.getByRole('heading', { name: 'Banco de dados' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Envio de mensagens/ })).toBeVisible();
  await examine(page, 'operations-health', { on: ['wide', 'phone'] });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: 'Auditoria' }).click();
  await page.getByLabel('Ação', { exact: true }).selectOption({ label: 'Código de senha pedido' });
  await expect(page.getByRole('table', { name: 'Registro de auditoria' }).getByText('Código de senha pedido').first()).toBeVisible();
  await examine(page, 'operations-audit', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar (.csv)' }).click();
  expect((await download).suggestedFilename()).toBe('auditoria.csv');

  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  await expect(page.getByText('Nenhum pagamento pede atenção')).toBeVisible();
  await balcao.sql(
    `with invoice as (insert into invoices (company_id, due_date, detail, plan_id, recurrence, value_cents)
        select id, '2031-01-31', 'Plano 1', plan_id, 'MENSAL', 3000 from companies where id = $1 returning company_id, id),
      charge as (insert into pix_charges (company_id, invoice_id, provider, txid, amount_cents, months, expires_at)
        select company_id, id, 'efi', 'e2e' || id, 3000, 1, now() from invoice returning company_id, id)
      insert into pix_payments (company_id, charge_id, key, amount_cents, outcome, paid_at)
      select company_id, id, 'efi:E09089356202611231200', 1000, 'short', now() from charge`,
    [desk.admin.user.companyId],
  );
  await page.getByRole('tab', { name: 'Saúde' }).click();
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  const payments = page.getByRole('table', { name: 'Pagamentos' });
  await expect(payments.getByText(/^A menos: pedido/)).toBeVisible();
  await examine(page, 'operations-payments', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Ações de Vértice Móveis/ }).click();
  await page.getByRole('menuitem', { name: 'Marcar como resolvido' }).click();
  await expect(page.getByText('Nenhum pagamento pede atenção')).toBeVisible();
  await page.getByRole('tab', { name: 'E-mails' }).click();
  await expect(page.getByText('Não há servidor de e-mail')).toBeVisible();
  await examine(page, 'operations-mails', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: `Ações de ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Ler' }).click();
  await expect(page.getByRole('dialog').getByText(/Seu código para redefinir a senha é [A-Z2-9]{4}-[A-Z2-9]{4}/)).toBeVisible();
});

test('an account is protected by a second step, and its sessions are seen and ended', async ({ balcao, desk, open }) => {
  const { email } = desk.bia.user;
  // The later of the two: a browser of the earlier one leaves a few seconds after it is opened.
  const page = await open(await signIn(balcao.url, email, password, newIp()), '/contacts', look());
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Segurança' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segurança' });
  await expect(dialog.getByText('Esta sessão')).toBeVisible();
  await examine(page, 'security-dialog', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog
    .getByRole('button', { name: /^Encerrar a sessão em/ })
    .first()
    .click();
  await expect(dialog.getByRole('button', { name: /^Encerrar a sessão em/ })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Ativar' }).click();
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByText('Leia o código com um aplicativo autenticador')).toBeVisible();
  const secret = /(?:[A-Z2-7]{4} ?){8}/.exec((await dialog.textContent()) ?? '')?.[0]?.replaceAll(' ', '') ?? '';
  await examine(page, 'second-factor-dialog', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Código do aplicativo').fill(totpCode(secret, new Date()));
  await dialog.getByRole('button', { name: 'Ativar' }).click();
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [code = ''] = await codes.getByRole('listitem').allTextContents();
  await examine(page, 'recovery-codes-dialog', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  await expect(dialog.getByText('Restam 10 códigos de recuperação.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByLabel('Código de verificação').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Bia Fontes', { exact: true })).toBeVisible();
});
