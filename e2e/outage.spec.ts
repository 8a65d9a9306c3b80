import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';

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

  await balcao.start();
  await expect(bubble.getByRole('img', { name: 'Enviada', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(bubble.getByText('Sem conexão.')).toHaveCount(0);
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
