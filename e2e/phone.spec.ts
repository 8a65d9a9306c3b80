import { until } from '../server/test/client.ts';
import { givenWaiting } from './desk.ts';
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
