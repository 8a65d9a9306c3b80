import type { Page } from '@playwright/test';
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens } from './looks.ts';

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string) => page.locator('li[data-ticket]').filter({ hasText: name });

test('conversations go through the lanes by mouse, keyboard and finger, before the eyes of others', async ({ desk, open }) => {
  test.setTimeout(240_000);
  const proposal = await desk.admin.call('POST /tags', { body: { name: 'Proposta', color: '#1164a9', kanban: 1 } });
  await desk.admin.call('POST /tags', { body: { name: 'Fechado', color: '#2f9249', kanban: 1 } });
  const vip = await desk.admin.call('POST /tags', { body: { name: 'VIP', color: '#8450bd' } });
  const first = await givenOpenTicket(desk, desk.ana, desk.customer('Jussara Quadros'), 'Queria doze cadeiras para o salão.');
  await givenOpenTicket(desk, desk.ana, desk.customer('Otávio Brandão'), 'Fecha em dez vezes?');
  await desk.admin.call('POST /tags/sync', { body: { ticketId: first.id, tags: [vip.id] } });
  const [page, other] = await Promise.all([open(desk.ana, '/kanban', look()), open(desk.admin, '/kanban', look())]);
  await expect(card(page, 'Jussara Quadros').getByText('Queria doze cadeiras')).toBeVisible();
  await expect(lane(page, 'Em aberto').getByText('2 conversas')).toBeVisible();

  // The mouse.
  const from = await card(page, 'Jussara Quadros').boundingBox();
  const to = await lane(page, 'Proposta').boundingBox();
  if (!from || !to) throw new Error('there is no card or no lane');
  await page.mouse.move(from.x + 40, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 50, { steps: 4 });
  await page.mouse.move(to.x + 80, to.y + 160, { steps: 8 });
  await expect(page.getByText('Soltar em Proposta')).toBeVisible();
  await page.mouse.up();
  for (const who of [page, other]) await expect(lane(who, 'Proposta').getByText('Jussara Quadros')).toBeVisible();
  await expect(card(page, 'Jussara Quadros').getByText('VIP')).toBeVisible();
  await expect(page).toHaveURL(/\/kanban$/);

  // The keyboard: over two lanes and back one; Escape puts it back.
  const otavio = card(page, 'Otávio Brandão').getByRole('button');
  await otavio.focus();
  const take = async () => {
    await page.keyboard.press('Space');
    await expect(page.getByText('Otávio Brandão na mão: Em aberto', { exact: true })).toBeVisible();
    // The board listens to the arrows one task after it said so.
    await page.evaluate('new Promise((done) => setTimeout(done))');
  };
  await take();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('na mão: Em aberto → Proposta')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('na mão: Em aberto → Fechado')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lane(page, 'Em aberto').getByText('Otávio Brandão')).toBeVisible();
  await take();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('na mão: Em aberto → Proposta')).toBeVisible();
  await page.keyboard.press('Space');
  for (const who of [page, other]) await expect(lane(who, 'Proposta').locator('li[data-ticket]')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'Otávio Brandão agora está em Proposta' })).toBeVisible();
  await expect(otavio).toBeFocused();
  await examine(page, 'kanban');
  // On a phone the filters take lines of their own; none of them begins left of the screen.
  await other.setViewportSize(screens.phone);
  await expect(other.getByRole('button', { name: /^Filas/ })).toBeInViewport({ ratio: 1 });
  await other.setViewportSize(screens.wide);

  // Enter opens the conversation beside the board, in which the lane can be changed too; Escape closes it.
  await otavio.press('Enter');
  const beside = page.getByRole('region', { name: 'Conversa com Otávio Brandão' });
  await expect(beside.getByRole('log').getByText('Fecha em dez vezes?')).toBeVisible();
  await beside.getByRole('combobox', { name: 'Etapa' }).selectOption('Fechado');
  await expect(lane(other, 'Fechado').getByText('Otávio Brandão')).toBeVisible();
  await examine(page, 'kanban-beside', { on: ['wide', 'phone'] });
  await page.setViewportSize(screens.wide);
  await beside.getByRole('textbox', { name: 'Mensagem', exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(beside).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(beside).toBeHidden();
  await expect(otavio).toBeFocused();

  // Filters are in the address; a tag that ceases to be a lane gives its cards back.
  await page.getByRole('searchbox', { name: 'Buscar no quadro' }).fill('Jussara');
  await expect(page).toHaveURL(/q=jussara/);
  await expect(card(page, 'Otávio Brandão')).toHaveCount(0);
  await expect(lane(page, 'Proposta').getByText('Jussara Quadros')).toBeVisible();
  await desk.admin.call('PUT /tags/:tagId', { params: { tagId: proposal.id }, body: { kanban: 0 } });
  await expect(lane(page, 'Em aberto').getByText('Jussara Quadros')).toBeVisible();
  await expect(lane(page, 'Proposta')).toHaveCount(0);
});

test('on a phone a card is picked up by holding it', async ({ desk, open }) => {
  await desk.admin.call('POST /tags', { body: { name: 'Proposta', color: '#1164a9', kanban: 1 } });
  await givenOpenTicket(desk, desk.ana, desk.customer('Jussara Quadros'));
  const page = await open(desk.ana, '/kanban', { viewport: screens.tablet, hasTouch: true });
  const from = await card(page, 'Jussara Quadros').boundingBox();
  const to = await lane(page, 'Proposta').boundingBox();
  if (!from || !to) throw new Error('there is no card or no lane');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined || y === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from.x + 40, from.y + 40);
  await expect(page.locator('[data-hand]')).toBeVisible();
  await touch('touchMove', from.x + 80, from.y + 60);
  await touch('touchMove', to.x + 80, to.y + 160);
  await expect(page.getByText('Soltar em Proposta')).toBeVisible();
  await touch('touchEnd');
  await expect(lane(page, 'Proposta').getByText('Jussara Quadros')).toBeVisible();
});
