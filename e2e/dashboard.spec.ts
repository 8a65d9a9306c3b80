import type { Page } from '@playwright/test';
import { givenOpenTicket, givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Resumo' });
const figure = (page: Page, name: string, value: string) =>
  expect(
    summary(page).getByRole(/^(Em|Aguardando|Novos)/.test(name) ? 'link' : 'button', { name: new RegExp(`^${name} ?${value}`) }),
  ).toBeVisible();

test('admins see how the company is doing, choose a period and open what is behind a number; agents land on the tickets', async ({
  desk,
  open,
  faults,
}) => {
  const otavio = desk.customer('Otávio Brandão');
  const helena = desk.customer('Helena Prado');
  const { id, uuid } = await givenOpenTicket(desk, desk.ana, otavio);
  await desk.ana.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body: 'Bom dia! Já resolvo.' } });
  await desk.ana.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'closed' } });
  await helena.text('Alguém aí?');
  await givenWaiting(desk, helena);

  const [page, agent] = await Promise.all([open(desk.admin, '/', look()), open(desk.ana)]);
  await expect(agent).toHaveURL(/\/tickets$/);
  await expect(agent.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);

  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await figure(page, 'Em Conversa', '0');
  await figure(page, 'Aguardando', '1');
  await figure(page, 'Finalizados', '1');
  await figure(page, 'Novos Contatos', '2');
  const row = page.getByRole('table', { name: 'Atendentes' }).getByRole('row', { name: /Ana Beatriz/ });
  await expect(row).toContainText('Online');
  await expect(page.getByText('Helena Prado')).toBeVisible();

  // What comes late pushes nothing away that somebody reads.
  let come = () => {};
  const late = new Promise<void>((done) => {
    come = done;
  });
  await page.route('**/v1/dashboard/board', (route) => late.then(() => route.continue()));
  const times = page.waitForResponse('**/v1/dashboard/times?**');
  await page.reload();
  await (await times).finished();
  await expect(row).toBeVisible();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await expect(page.getByRole('heading', { name: 'Tempo de resposta e de solução' })).toHaveCount(0);
  come();
  await expect(page.getByRole('heading', { name: 'Tempo de resposta e de solução' })).toBeVisible();
  await page.unroute('**/v1/dashboard/board');

  // A number opens its list, which leads to the conversation.
  await row.getByRole('button', { name: 'Finalizados de Ana Beatriz: 1' }).click();
  const behind = page.getByRole('dialog', { name: /Finalizados de Ana Beatriz/ });
  await expect(behind.getByRole('link', { name: /Otávio Brandão/ })).toHaveAttribute('href', `/tickets/${uuid}`);
  await examine(page, 'dashboard-behind', { on: ['wide', 'phone'] });
  await page.keyboard.press('Escape');
  await expect(behind).toHaveCount(0);

  // The same figures as a table; by hour, since the period is one day.
  await page.getByRole('button', { name: 'Datas' }).click();
  await page.getByLabel('De', { exact: true }).fill('');
  await page.getByLabel('Até').fill('');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByText('Parametrize o filtro')).toBeVisible();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  await page.getByLabel('De', { exact: true }).fill(today);
  await page.getByLabel('Até').fill(today);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(new RegExp(`date_from=${today}&date_to=${today}$`));
  await expect(page.getByRole('heading', { name: 'Atendimentos por hora', exact: true })).toBeVisible();
  await page.getByText('Ver como tabela').first().click();
  await expect(page.getByRole('region', { name: 'Atendimentos por hora', exact: true }).getByRole('row')).toHaveCount(25);
  await page.getByRole('button', { name: /^\d+ h: 2$/ }).click();
  const hour = page.getByRole('dialog', { name: 'Atendimentos (2)' });
  await expect(hour.getByRole('link', { name: /Helena Prado/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByText('Ver como tabela').first().click();
  await page.getByText('30', { exact: true }).click();
  await expect(page).toHaveURL(/days=30$/);
  await expect(page.getByRole('heading', { name: 'Atendimentos por dia', exact: true })).toBeVisible();

  // What happens elsewhere is counted here without a reload.
  await desk.ana.call('PUT /tickets/:ticketId', {
    params: { ticketId: (await givenWaiting(desk, helena)).id },
    body: { status: 'open', userId: desk.ana.user.id, queueId: desk.sales },
  });
  await figure(page, 'Em Conversa', '1');
  await figure(page, 'Aguardando', '0');
  await examine(page, 'dashboard');
  await page.setViewportSize({ width: 1440, height: 900 });

  // A screen on the wall: everything at once, nothing scrolls, and it follows what happens.
  await page.getByRole('button', { name: 'Painel na parede' }).click();
  const wall = page.getByRole('dialog', { name: 'Painel ao vivo' });
  await expect(wall.getByText('Ana Beatriz')).toBeVisible();
  await expect(wall.getByText('Ninguém está esperando.')).toBeVisible();
  await desk.customer('Rosa Nunes').text('Olá?');
  await expect(wall.getByText('Rosa Nunes')).toBeVisible();
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    const hidden = await wall.evaluate((node) => {
      const all = [node, ...node.querySelectorAll('*')] as {
        scrollHeight: number;
        clientHeight: number;
        clientWidth: number;
        tagName: string;
      }[];
      return all.filter((each) => each.clientHeight > 100 && each.scrollHeight > each.clientHeight + 1).map(({ tagName }) => tagName);
    });
    expect(hidden).toEqual([]);
  }
  await examine(page, 'dashboard-wall', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(wall).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Painel na parede' })).toBeFocused();
  await expect(page).toHaveURL(/days=30$/);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Baixar planilha (.csv)' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^atendimentos-.+\.csv$/);

  // A board that cannot be had keeps nothing else back.
  faults.allowed.push(/status of (400|500)/);
  await page.route('**/v1/dashboard/board', (route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL_SERVER_ERROR' } }));
  await page.reload();
  await expect(page.getByText('Não foi possível carregar tudo')).toBeVisible();
  for (const title of ['Tempo de resposta e de solução', 'Atendimentos por hora da semana', 'Avaliações dos clientes'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();

  // An address with a period that cannot be: what is wrong with it is told, and another one is at hand.
  await page.goto(new URL('/?date_from=2020-01-01&date_to=2026-01-01', page.url()).href);
  await expect(page.getByText('No máximo 366 dias.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
  await page.getByText('30', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tempo de resposta e de solução' })).toBeVisible();
});
