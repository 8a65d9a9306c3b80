// A company from its first day: it signs up, is on trial, pays, runs out, may look, may not, pays and is back.

import { subscriptionDay } from '@balcao/contract/plan-rules';
import { addDays } from '@balcao/contract/subscription-rules';
import type { Page } from '@playwright/test';
import { signIn } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import { operator } from './balcao.ts';
import { expect, test } from './journey.ts';
import { examine } from './looks.ts';

test.use({ env: { PIX_PROVIDER: 'simulated' } });

const email = 'dona@padaria-sol.example';
const password = 'pao-quentinho';

test('a company signs up, pays by Pix, runs out before its eyes, is refused, pays and works again', async ({ balcao, open, faults }) => {
  faults.allowed.push(/status of 403/);
  const desk = await signIn(balcao.url, operator.email, operator.password, newIp());
  const page = await open(null, '/signup');
  await page.getByLabel('Nome da empresa').fill('Padaria Sol Nascente');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('combobox', { name: 'Plano' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();

  // The trial ends in three days.
  await page.goto(`${balcao.url}/subscription`);
  await expect(page.getByText('Seu período de teste termina em 3 dias')).toBeVisible();
  const { companies } = await desk.call('GET /companies', { query: { searchParam: 'Sol Nascente' } });
  const params = { companyId: companies[0]?.id ?? 0 };
  const trial = companies[0]?.dueDate ?? '';
  const endsOn = (dueDate: string) => desk.call('PUT /companies/:companyId', { params, body: { dueDate } });
  const dueDate = async () => (await desk.call('GET /companies/:companyId', { params })).dueDate ?? '';

  await page.getByRole('link', { name: 'Assine Agora!' }).click();
  await pay(page);
  expect((await dueDate()) > trial).toBe(true);
  await page.goto(`${balcao.url}/financeiro`);
  await expect(page.getByRole('table', { name: 'Faturas' }).getByText('Pago')).toBeVisible();

  // Time goes on while the page is open: the last day, the days of grace, the end.
  await page.goto(`${balcao.url}/tags`);
  await expect(page.getByRole('button', { name: 'Adicionar tag' }).first()).toBeVisible();
  const today = subscriptionDay(new Date());
  await endsOn(today);
  await expect(page.getByText('Sua assinatura vence em 0 dia(s)')).toBeVisible();
  await endsOn(addDays(today, -1));
  await expect(page.getByText(/Até .* você consulta tudo, mas nada é alterado nem enviado/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar tag' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar tag' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Encomenda');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText(/nada é alterado nem enviado/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await endsOn(addDays(today, -5));
  await expect(page.getByText(/Pague a fatura para voltar a atender/)).toBeVisible();
  await expect(page.getByText(/^Opss! Sua assinatura venceu/)).toBeVisible();
  await examine(page, 'subscription-expired', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Pagar agora' }).click();
  await page
    .getByRole('button', { name: /^Pagar a fatura/ })
    .first()
    .click();
  await pay(page);
  await expect(page.getByText(/Pague a fatura para voltar a atender/)).toHaveCount(0);
  await page.goto(`${balcao.url}/tags`);
  await page.getByRole('button', { name: 'Adicionar tag' }).first().click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Encomenda');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Tags' }).getByText('Encomenda')).toBeVisible();
});

/** From the plan to the Pix code, and through it; back at the start four seconds later. */
async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Próximo' }).click();
  const code = page.getByLabel('Pix copia e cola');
  const review = page.getByRole('heading', { name: 'Revisar' });
  const fields = page.getByLabel('Nome completo');
  await expect(review.or(fields)).toBeVisible();
  if (await fields.isVisible()) {
    await fields.fill('Dona Padaria');
    await page.getByLabel('Endereço').fill('Rua do Trigo, 10');
    await page.getByLabel('Cidade').fill('São Paulo');
    await page.getByLabel('CEP').fill('01310-100');
    await page.getByRole('button', { name: 'Próximo' }).click();
  }
  await page.getByRole('button', { name: 'Assinar' }).click();
  await expect(code).toHaveValue(/^000201/);
  await page.getByRole('button', { name: 'Simular o pagamento' }).click();
  await expect(page.getByText(/Sua licença foi renovada até/)).toBeVisible();
  await expect(page).not.toHaveURL(/financeiro/, { timeout: 10_000 });
}
