import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine } from './looks.ts';

test('what was written while the server was gone is kept, and sent once when it is back', async ({ balcao, desk, faults, open }) => {
  faults.allowed.push(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket connection to .* failed|socket hang up/);
  const customer = desk.customer('Helena Sampaio');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`);
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Antes da queda');
  await field.press('Enter');
  await expect(
    page.getByRole('article').filter({ hasText: 'Antes da queda' }).getByRole('img', { name: 'Enviada', exact: true }),
  ).toBeVisible();
  expect(sent('Antes da queda')).toHaveLength(1);

  await balcao.kill();
  await expect(page.getByText('Reconectando… O que você escrever fica guardado.')).toBeVisible();
  await field.fill('Durante a queda');
  await field.press('Enter');
  const bubble = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Durante a queda' });
  await expect(bubble.getByText('Sem conexão. Sai sozinha quando a internet voltar.')).toBeVisible();
  await field.fill('Ainda escrevendo');
  // A dialog that is opened for the first time, so it has to be loaded: it comes with the connection.
  await field.press('Alt+m');

  await balcao.start();
  await expect(bubble.getByRole('img', { name: 'Enviada', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(bubble.getByText('Sem conexão.')).toHaveCount(0);
  const aside = page.getByRole('dialog', { name: 'Adiar conversa' });
  await expect(aside).toBeVisible();
  await aside.press('Escape');
  await expect(field).toHaveValue('Ainda escrevendo');
  await expect(page.getByText('Reconectando…')).toHaveCount(0);
  await customer.text('Chegou, obrigada!');
  await expect(page.getByRole('log').getByText('Chegou, obrigada!')).toBeVisible();
  await page.reload();
  await expect(bubble).toHaveCount(1);
  await expect(field).toHaveValue('Ainda escrevendo');
  expect(sent('Durante a queda')).toHaveLength(1);

  function sent(text: string) {
    return balcao.graph.sent().filter(({ to, body }) => to === customer.phone && JSON.stringify(body).includes(text));
  }
});

test('silence is noticed within five seconds, a second tab sends nothing twice, and an answer that is lost in a restart neither', async ({
  balcao,
  desk,
  faults,
  open,
}) => {
  faults.allowed.push(
    // Refused is what was asked in the silence and is answered too late.
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED|WebSocket connection to .* failed|socket hang up|status of 503/,
  );
  const customer = desk.customer('Helena Sampaio');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`);
  const sent = (text: string) => balcao.graph.sent().filter(({ to, body }) => to === customer.phone && JSON.stringify(body).includes(text));
  const bubbleIn = (tab: typeof page, text: string) => tab.getByRole('log').getByRole('listitem').filter({ hasText: text });
  const write = async (text: string) => {
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill(text);
    await field.press('Enter');
  };
  const isSent = (tab: typeof page, text: string) =>
    expect(bubbleIn(tab, text).getByRole('img', { name: 'Enviada', exact: true })).toBeVisible({ timeout: 60_000 });
  const doubt = (tab: typeof page, text: string) => bubbleIn(tab, text).getByText(/Talvez não tenha chegado/);
  /** If the server died in its call to the provider, nobody knows whether it arrived: that is said, and it is not sent again. */
  const isSentOrDoubted = (tab: typeof page, text: string) =>
    expect(bubbleIn(tab, text).getByRole('img', { name: 'Enviada', exact: true }).or(doubt(tab, text))).toBeVisible({ timeout: 60_000 });
  await expect(bubbleIn(page, 'Bom dia!')).toBeVisible();
  // The list of what is unsent is loaded while it can be.
  await page.waitForResponse(/unsent-dialog-.*\.js/);
  await page.evaluate('window.sameDocument = true');

  const banner = page.getByText('Reconectando… O que você escrever fica guardado.');
  balcao.freeze();
  // Five seconds, and what a busy machine takes beside them.
  await expect(banner).toBeVisible({ timeout: 10_000 });
  await write('No silêncio');
  balcao.thaw();
  await expect(banner).toHaveCount(0);
  await isSent(page, 'No silêncio');
  expect(sent('No silêncio')).toHaveLength(1);

  // It is stored and its answer is lost, as the server goes.
  let lost = false;
  await page.route(/\/messages\/\d+$/, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback();
    lost = true;
    await route.fetch();
    await balcao.kill();
    await route.abort();
  });
  await write('No meio do envio');
  await expect(banner).toBeVisible();
  await write('Em duas abas');
  await expect(bubbleIn(page, 'Em duas abas')).toBeVisible();

  // All that waits is in one list, where it can be thrown away.
  await write('Melhor não');
  await page.getByRole('button', { name: /^Ver \d mensagens$/ }).click();
  const list = page.getByRole('dialog', { name: 'Mensagens por enviar' });
  const doubtful = list.getByRole('listitem').filter({ hasText: 'Melhor não' });
  await expect(doubtful).toContainText('Helena Sampaio');
  await examine(page, 'unsent-dialog');
  await doubtful.getByRole('button', { name: 'Descartar' }).click();
  await expect(doubtful).toHaveCount(0);
  await expect(list.getByRole('listitem').filter({ hasText: 'Em duas abas' })).toHaveCount(1);
  await list.getByRole('button', { name: 'Fechar' }).last().click();

  await balcao.start();
  const other = await page.context().newPage();
  await other.goto(`${balcao.url}/tickets/${ticket.uuid}`);
  for (const tab of [page, other]) {
    await isSentOrDoubted(tab, 'No meio do envio');
    await isSent(tab, 'Em duas abas');
    for (const text of ['No meio do envio', 'Em duas abas']) await expect(bubbleIn(tab, text)).toHaveCount(1);
  }
  expect(sent('Em duas abas')).toHaveLength(1);
  if (await doubt(page, 'No meio do envio').isVisible()) expect(sent('No meio do envio').length).toBeLessThanOrEqual(1);
  else expect(sent('No meio do envio')).toHaveLength(1);
  expect(sent('Melhor não')).toEqual([]);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ver \d/ })).toHaveCount(0);
  expect(await page.evaluate('window.sameDocument')).toBe(true);
});

test('in a tab from before an upgrade, what can no longer be loaded says so, and reloading loses nothing', async ({
  desk,
  faults,
  open,
}) => {
  faults.allowed.push(/404/, /emoji-picker/);
  const { uuid } = await givenOpenTicket(desk, desk.ana, desk.customer('Helena Sampaio'));
  const page = await open(desk.ana, `/tickets/${uuid}`);
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Ainda não enviado');
  const gone = /\/assets\/emoji-picker/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Esta página precisa ser recarregada' });
  await expect(notice).toBeVisible();
  await expect(field).toHaveValue('Ainda não enviado');
  await page.unroute(gone);
  await notice.getByRole('button', { name: 'Recarregar' }).click();
  await expect(notice).toHaveCount(0);
  await expect(field).toHaveValue('Ainda não enviado');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Buscar emoji' })).toBeVisible();
});
