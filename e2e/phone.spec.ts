import type { Locator } from '@playwright/test';
import { until } from '../server/test/client.ts';
import { givenOpenTicket, givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine } from './looks.ts';
import { fileOf } from './media.ts';

test('on a phone, by touch: menu, accept, answer with text, picture and voice, resolve', async ({ balcao, desk, open }) => {
  const customer = desk.customer('Maximiliana Figueiredo');
  const page = await open(desk.ana, '/contacts', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  await page.getByRole('button', { name: 'Abrir menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Atendimentos' }).tap();
  await page.getByRole('button', { name: /^Aguardando/ }).tap();
  await customer.text('Vocês abrem no domingo?');
  await customer.image(await fileOf('sofa'));
  // Long names are cut on phones.
  await expect(page.getByRole('button', { name: /^Maximilian/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Aceitar Maximiliana Figueiredo' }).tap();
  const talk = page.getByRole('log', { name: 'Mensagens' });
  await expect(talk.getByText('Vocês abrem no domingo?')).toBeVisible();
  await talk.getByRole('button', { name: 'Abrir foto' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).tap();

  // What can be done with a message is in sight without pointing at it.
  await talk.getByRole('button', { name: 'Mais sobre esta mensagem' }).first().tap();
  await page.getByRole('menuitem', { name: 'Responder' }).tap();
  await page.getByRole('button', { name: 'Não citar' }).tap();
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Abrimos das 9h às 14h.');
  await page.getByRole('button', { name: 'Enviar', exact: true }).tap();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Anexar arquivo' }).tap();
  await (await choosing).setFiles({ name: 'sofa.jpg', mimeType: 'image/jpeg', buffer: await fileOf('sofa') });
  await page.getByRole('button', { name: 'Enviar', exact: true }).tap();
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).tap();
  const recorder = page.getByRole('group', { name: 'Gravação de voz' });
  await expect(recorder.getByRole('timer')).toHaveText('0:03');
  await recorder.getByRole('button', { name: 'Enviar' }).tap();
  const types = () =>
    balcao.graph
      .sent()
      .filter(({ to }) => to === customer.phone)
      .map(({ body }) => body.type);
  await until(() => types().length === 3, 20_000);
  expect(types()).toEqual(['text', 'image', 'audio']);

  // The list of a field lies where the field is, and the page stays as wide as the screen.
  await page.getByRole('button', { name: 'Mais ações' }).tap();
  await page.getByRole('menuitem', { name: 'Transferir' }).tap();
  const transfer = page.getByRole('dialog', { name: /^Transferir #/ });
  await transfer.getByRole('combobox').first().tap();
  await page.getByRole('option').first().tap();
  await page.keyboard.press('Escape');

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: 'Resolver', exact: true }).tap();
  await expect(page.getByText('Nenhuma conversa em atendimento')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).tap();
  await expect(talk).toBeVisible();
});

test('on a phone a swipe accepts, resolves and sets aside', async ({ desk, open }) => {
  const customer = desk.customer('Nair Pacheco');
  await customer.text('Tem na cor azul?');
  await givenWaiting(desk, customer);
  const page = await open(desk.ana, '/tickets?waiting=1', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const row = page.locator('[data-ticket]');
  await expect(row).toHaveCount(1);
  const cdp = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const swipe = async (by: number, look?: () => Promise<void>) => {
    const box = await row.boundingBox();
    if (!box) throw new Error('it is not shown');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch('touchStart', x, y);
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', x + (by * step) / 10, y + 2);
    await look?.();
    await touch('touchEnd');
  };
  // Not far enough: nothing happens, and nothing is opened.
  await swipe(60);
  await expect(page.getByRole('button', { name: 'Aceitar Nair Pacheco' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const aside = page.getByRole('dialog', { name: 'Adiar conversa' });
  // What listens to fingers comes after the list.
  await expect(async () => {
    await swipe(-140, async () => void (await page.screenshot({ path: 'artifacts/looks/phone-swipe-left.png' })));
    await expect(aside).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await examine(page, 'phone-snooze', { on: ['phone'] });
  await aside.getByRole('button', { name: 'Fechar' }).tap();
  await expect(aside).toHaveCount(0);
  await swipe(140, async () => void (await page.screenshot({ path: 'artifacts/looks/phone-swipe-right.png' })));
  await expect(page.getByRole('log', { name: 'Mensagens' }).getByText('Tem na cor azul?')).toBeVisible();
  // The conversation's own header is the only one.
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('button', { name: 'Voltar à lista' }).tap();
  await expect(row).toHaveCount(1);
  await swipe(140);
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText(/Atendimento #\d+ resolvido/)).toBeVisible();
  // Chromium takes the first tap after a swipe for the end of its fling.
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row).toHaveCount(1);

  // From 820 pixels on, the list stands beside the conversation.
  await page.setViewportSize({ width: 820, height: 1180 });
  // All tabs are whole there.
  const tabs = `(() => { const nav = document.querySelector('nav[aria-label="Listas"]'); return nav.scrollWidth - nav.clientWidth; })()`;
  await expect.poll(() => page.evaluate(tabs)).toBe(0);
  await row.locator('[data-row]').press('Enter');
  await expect(page.getByRole('log', { name: 'Mensagens' })).toBeVisible();
  await expect(row).toBeVisible();
  // So is the name above the conversation.
  const name = `(() => { const name = document.querySelector('header h2'); return name.scrollWidth - name.clientWidth; })()`;
  await expect.poll(() => page.evaluate(name)).toBe(0);
});

test('in Spanish, whose words are longer, every tab of the list is whole on a small phone', async ({ desk, open }) => {
  await givenOpenTicket(desk, desk.ana, desk.customer('Nair Pacheco'), 'Tem na cor azul?');
  const page = await open(desk.ana, '/contacts', { viewport: { width: 350, height: 700 } });
  await page.evaluate(`localStorage.setItem('i18nextLng', 'es')`);
  await page.goto(new URL('/tickets?tab=search&q=azul', page.url()).href);
  const tabs = page.getByRole('navigation', { name: 'Listas' });
  await expect(tabs.getByRole('button', { name: 'Búsqueda 1' })).toBeVisible();
  const cut = `(() => { const nav = document.querySelector('nav[aria-label="Listas"]'); return nav.scrollWidth - nav.clientWidth; })()`;
  const word = page.getByText('Nuevo', { exact: true });
  await expect.poll(() => page.evaluate(cut)).toBe(0);
  await expect(word).not.toBeInViewport();
  await page.setViewportSize({ width: 540, height: 700 });
  await expect(word).toBeInViewport({ ratio: 1 });
});

test('on a phone going back closes what lies over the conversation, then leads to the list, where it was left', async ({ desk, open }) => {
  for (let n = 1; n <= 14; n += 1)
    await givenOpenTicket(desk, desk.ana, desk.customer(`Cliente ${String(n).padStart(2, '0')}`), 'Tem na cor azul?');
  const page = await open(desk.ana, '/tickets', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const rows = page.getByRole('list', { name: 'Atendimentos em andamento' });
  const scrolled = () => rows.locator('..').evaluate((list) => Math.round(list.scrollTop));
  await rows.locator('..').evaluate((list) => list.scrollTo(0, 400));
  await expect.poll(scrolled).toBe(400);
  const second = rows.getByRole('link').filter({ visible: true }).nth(9);
  await second.tap();
  const talk = page.getByRole('log', { name: 'Mensagens' });
  await expect(talk.getByText('Tem na cor azul?')).toBeVisible();
  const { length } = (await page.evaluate('({ length: history.length })')) as { length: number };

  await page.getByRole('button', { name: 'Dados do contato', exact: true }).tap();
  const panel = page.getByRole('button', { name: 'Fechar dados do contato' });
  await expect(panel).toBeVisible();
  // As large as a finger, and phones do not zoom into it.
  const note = page.getByRole('textbox', { name: 'Nova observação' });
  await expect(note).toHaveCSS('font-size', '16px');
  expect((await note.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(talk).toBeVisible();
  await page.getByRole('button', { name: 'Mais ações' }).tap();
  await page.getByRole('menuitem', { name: 'Transferir' }).tap();
  const dialog = page.getByRole('dialog', { name: /^Transferir #/ });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(talk).toBeVisible();

  await page.getByRole('button', { name: 'Voltar à lista' }).tap();
  await expect(rows).toBeVisible();
  await expect.poll(scrolled).toBe(400);
  // The way back is the way that was come: nothing is added to it.
  expect(await page.evaluate('history.length')).toBe(length);
  await page.goForward();
  await expect(talk).toBeVisible();
  await page.goBack();
  await expect.poll(scrolled).toBe(400);
});

test('on a phone that lies on its side a conversation has all the height, and writing has room above the keyboard', async ({
  desk,
  open,
}) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Nair Pacheco'));
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`, { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Sim, temos');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Voltar à lista' })).toBeVisible();
  // What the keyboard leaves.
  await page.setViewportSize({ width: 844, height: 180 });
  for (const seen of [field, page.getByRole('button', { name: 'Enviar', exact: true })]) await expect(seen).toBeInViewport({ ratio: 1 });
});

test('on the narrowest phone all of the top bar is in sight, above any page', async ({ desk, open }) => {
  const page = await open(desk.admin, '/contacts', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  const bar = page.getByRole('banner');
  for (const name of ['Abrir menu', 'Notificações', 'Para mim', 'Chat Interno', 'Sua conta'])
    await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});

test('on a phone a search is left for what it found, and is there again as it was', async ({ desk, open }) => {
  const customer = desk.customer('Helena Sampaio');
  await givenOpenTicket(desk, desk.ana, customer, 'A retirada é na terça');
  const page = await open(desk.ana, '/tickets?tab=search', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const field = page.getByRole('searchbox', { name: /^Buscar por nome/ });
  await field.fill('retirada');
  await page.keyboard.press('Enter');
  // The keyboard of the phone is put away.
  await expect(field).not.toBeFocused();
  const found = page.getByRole('list', { name: 'Encontrado em Helena Sampaio' });
  await expect(found.locator('mark')).toHaveText(['retirada']);
  // All filters stand in one row.
  const [filters, order] = [page.getByRole('group', { name: 'Filtros da busca' }), page.getByRole('button', { name: /^Ordem/ })];
  expect((await boxOf(filters)).y).toBeCloseTo((await boxOf(order)).y, -1);
  await examine(page, 'phone-search', { on: ['phone'] });
  await found.getByRole('button').first().tap();
  await expect(page.getByRole('log', { name: 'Mensagens' }).getByText('A retirada é na terça')).toBeInViewport();
  await page.goBack();
  await expect(field).toHaveValue('retirada');
  await expect(field).not.toBeFocused();
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Limpar busca' }).tap();
  await page.getByRole('button', { name: 'retirada', exact: true }).tap();
  await expect(found).toBeVisible();
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}
