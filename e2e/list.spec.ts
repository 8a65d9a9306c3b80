import type { Page } from '@playwright/test';
import { givenOpenTicket, givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Lista de atendimentos' });
const waiting = (page: Page, name: string) => list(page).getByRole('button', { name: `${name} aguardando` });
const names = (page: Page) =>
  list(page)
    .locator('[data-ticket] [data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('title')));
const more = async (page: Page, name: string, item: string) => {
  await waiting(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
};

test('who waits longest is first; pinned before all, set aside until they write, chosen and accepted together, and taken back', async ({
  desk,
  open,
}) => {
  const [otavio, jussara, helena] = ['Otávio Brandão', 'Jussara Quadros', 'Helena Sampaio'] as const;
  await desk.admin.call('PUT /queue/:queueId', { params: { queueId: desk.sales }, body: { firstAnswerMinutes: 20 } });
  const customers = [otavio, jussara, helena].map((name) => desk.customer(name));
  for (const customer of customers) {
    await customer.text('Bom dia, ainda dá para trocar a cadeira?');
    await givenWaiting(desk, customer);
  }
  const page = await open(desk.ana, '/tickets?waiting=1');
  await expect.poll(() => names(page)).toEqual([otavio, jussara, helena]);

  await more(page, helena, 'Fixar no topo');
  await expect(list(page).getByRole('img', { name: 'Fixada' })).toBeVisible();
  await page.mouse.move(900, 500);
  await expect.poll(() => names(page)).toEqual([helena, otavio, jussara]);
  await expect(list(page).getByRole('heading', { level: 2 })).toHaveText(['Fixadas1', 'Maior espera primeiro2']);
  await expect(list(page).getByRole('img', { name: 'No prazo: 2' })).toBeVisible();
  await more(page, jussara, 'Marcar como prioridade');
  await expect(list(page).getByRole('button', { name: /^Prioridade\s*1$/ })).toBeVisible();

  await more(page, otavio, 'Até o cliente escrever');
  await expect(waiting(page, otavio)).toHaveCount(0);
  await list(page)
    .getByRole('button', { name: /^Adiadas\s*1$/ })
    .click();
  await expect.poll(() => names(page)).toEqual([otavio]);
  await expect(page).toHaveURL(/only=snoozed/);
  await list(page).getByRole('button', { name: 'Visões salvas' }).click();
  await page.getByRole('textbox', { name: 'Salvar os filtros de agora' }).fill('Deixei para depois');
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  const view = list(page).getByRole('button', { name: /^Deixei para depois/ });
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await customers[0]?.text('Alguém?');
  await expect(waiting(page, otavio)).toHaveCount(0);
  await list(page)
    .getByRole('button', { name: /^Adiadas/ })
    .click();
  await expect(waiting(page, otavio)).toBeVisible();

  await waiting(page, otavio).hover();
  await list(page)
    .getByRole('checkbox', { name: `Selecionar ${otavio}` })
    .check();
  await list(page)
    .getByRole('checkbox', { name: `Selecionar ${jussara}` })
    .check();
  const bulk = page.getByRole('region', { name: 'Ações em massa' });
  await expect(bulk).toContainText('2 selecionadas');
  await bulk.getByRole('button', { name: 'Aceitar' }).click();
  await expect(list(page).getByRole('button', { name: /^Atendendo\s*2$/ })).toBeVisible();
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).click();
  await expect(list(page).getByRole('button', { name: /^Aguardando\s*3$/ })).toBeVisible();

  await waiting(page, otavio).click({ button: 'right' });
  const dark = await open(desk.admin, '/tickets?waiting=1', { colorScheme: 'dark' });
  await expect(waiting(dark, helena)).toBeVisible();
  const phone = await open(desk.ana, '/tickets?waiting=1', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await expect(
    list(phone)
      .getByRole('button', { name: /aguardando/ })
      .first(),
  ).toBeVisible();
});

test('enlarged to 200 % on a small screen, three conversations are wholly in sight', async ({ desk, open }) => {
  for (const name of ['Otávio Brandão', 'Jussara Quadros', 'Helena Sampaio', 'Rui Prates'])
    await givenOpenTicket(desk, desk.ana, desk.customer(name));
  const page = await open(desk.ana, '/tickets', { viewport: { width: 640, height: 360 } });
  await expect(list(page).getByRole('button', { name: 'Visões salvas' })).toBeVisible();
  await expect
    .poll(() =>
      list(page)
        .locator('[data-ticket]')
        .evaluateAll((rows, height) => rows.filter((row) => row.getBoundingClientRect().bottom <= height + 1).length, 360),
    )
    .toBeGreaterThanOrEqual(3);
});
