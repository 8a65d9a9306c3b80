import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

test('from the sign-up to the first answered customer in four clicks', async ({ balcao, open }) => {
  const page = await open(null, '/signup');
  await page.getByLabel('Nome da empresa').fill('Casa Mirante');
  await page.getByLabel('E-mail').fill('livia@casamirante.example');
  await page.getByRole('textbox', { name: 'Senha' }).fill('pao-quentinho');
  await page.getByRole('combobox', { name: 'Plano' }).click();
  await page.getByRole('option', { name: /Plano 1/ }).click();
  await page.getByRole('button', { name: 'Cadastrar' }).click();

  await expect(page.getByRole('heading', { name: 'Vamos deixar o Balcão pronto' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByText('1 de 5')).toBeVisible();
  const clicks = await countClicks(page);
  await steps.getByRole('button', { name: 'Usar número de teste' }).click();
  await expect(steps.getByText('2 de 5')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Como o cliente vê a conversa' }).getByText('Oi! Vocês entregam no sábado?')).toBeVisible();
  // The menu entry comes with the number.
  await expect(page.getByRole('link', { name: 'Simulador' })).toBeVisible();
  await steps.getByRole('button', { name: 'Responder', exact: true }).click();
  const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await composer.click();
  await page.keyboard.type('Entregamos, sim! Das 9h às 14h.');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByRole('log', { name: 'Mensagens' }).getByText('Entregamos, sim! Das 9h às 14h.')).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(4);

  await page.getByRole('link', { name: 'Primeiros passos' }).click();
  await expect(steps.getByText('Primeira mensagem respondida')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Como o cliente vê a conversa' }).getByText('Entregamos, sim! Das 9h às 14h.')).toBeVisible();
  // Who has answered a customer begins with the figures.
  await page.goto(balcao.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('the list follows what happens elsewhere, and is closed for the whole company', async ({ balcao, desk, open }) => {
  await balcao.sql(`update settings set value = 'open' where company_id = $1 and key = 'firstSteps'`, [desk.admin.user.companyId]);
  const page = await open(desk.admin, '/');
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  // It has a number, people and queues.
  await expect(steps.getByText('4 de 5')).toBeVisible();
  await expect(steps.getByText('Vendas, Suporte')).toBeVisible();
  await desk.admin.call('POST /queue', { body: { name: 'Entregas', color: '#2f6fde' } });
  await expect(steps.getByText('Vendas, Suporte, Entregas')).toBeVisible();
  await desk.customer('Helena Sampaio').text('Bom dia!');
  await expect(steps.getByText('Helena Sampaio escreveu: Bom dia!')).toBeVisible();
  const agent = await open(desk.ana, '/');
  await expect(agent).toHaveURL(/\/tickets$/);
  await expect(agent.getByRole('link', { name: 'Primeiros passos' })).toHaveCount(0);

  const other = await page.context().newPage();
  await other.goto(`${balcao.url}/contacts`);
  await expect(other.getByRole('link', { name: 'Primeiros passos' })).toBeVisible();
  await steps.getByRole('button', { name: 'Fechar este quadro' }).click();
  await expect(page).toHaveURL(/\/tickets$/);
  for (const each of [page, other]) await expect(each.getByRole('link', { name: 'Primeiros passos' })).toHaveCount(0);
  await page.goto(balcao.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

/** Counts clicks from now on, over all pages of this tab. Answers a function that tells how many. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`window.clicks = 0; window.addEventListener('click', () => { window.clicks++; }, true);`);
  return () => page.evaluate<number>('window.clicks');
}
