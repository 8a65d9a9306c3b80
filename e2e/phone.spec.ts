import { until } from '../server/test/client.ts';
import { expect, test } from './journey.ts';
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
