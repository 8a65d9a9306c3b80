import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

test('an admin tries sending, makes a key that works at once, and sees a webhook told', async ({ desk, balcao, open, faults }) => {
  test.setTimeout(180_000);
  // The wrong token, on purpose.
  faults.allowed.push(/401/);
  await desk.admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator', token: 'token-de-teste-1234' } });
  const page = await open(desk.admin, '/messages-api', look());

  // Sending by the forms, for real.
  const form = page
    .getByRole('region', { name: 'Testar envio de texto' })
    .or(page.locator('section').filter({ hasText: 'Testar envio de texto' }))
    .last();
  await form.getByRole('button', { name: 'Enviar' }).click();
  await expect(form.getByText('Informe o token')).toBeVisible();
  await form.getByLabel('Token da conexão').fill('token-errado');
  await form.getByLabel('Número').fill('(48) 98877-1234');
  await form.getByLabel('Mensagem').fill('Seu pedido saiu.');
  await form.getByRole('button', { name: 'Enviar' }).click();
  await expect(form.getByText('Respondeu 401')).toBeVisible();
  await form.getByLabel('Token da conexão').fill('token-de-teste-1234');
  await form.getByRole('button', { name: 'Enviar' }).click();
  await expect(form.getByText('Respondeu 200')).toBeVisible();
  await expect(form.getByText('"ticketId"')).toBeVisible();
  const { tickets } = await desk.admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
  expect(tickets).toMatchObject([{ lastMessage: 'Seu pedido saiu.', contact: { number: '5548988771234' } }]);
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByText('import requests')).toBeVisible();
  await examine(page, 'messages-api');
  await page.getByRole('tab', { name: 'API v1 e webhooks' }).click();
  await expect(page.getByText('/api/v1/contacts', { exact: true }).first()).toBeVisible();
  await examine(page, 'messages-api-v1');

  // A key, shown once.
  await page.getByRole('link', { name: 'Chaves' }).click();
  await page.getByRole('button', { name: 'Adicionar chave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar chave' });
  await dialog.getByLabel('Nome').fill('Loja virtual');
  await dialog.getByRole('button', { name: 'Gerar chave' }).click();
  await expect(dialog.getByText('Escolha ao menos uma permissão')).toBeVisible();
  await dialog.getByLabel('Ler filas').check();
  await examine(page, 'api-key-dialog', { on: ['wide', 'phone'] });
  await dialog.getByRole('button', { name: 'Gerar chave' }).click();
  const shown = page.getByRole('dialog', { name: 'Chave gerada' });
  const key = await shown.getByLabel('Chave', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Já copiei' }).click();
  const queues = await fetch(`${balcao.url}/api/v1/queues`, { headers: { authorization: `Bearer ${key}` } });
  expect([queues.status, ((await queues.json()) as { data: unknown[] }).data.length]).toEqual([200, 2]);
  await expect(page.getByRole('row', { name: /Loja virtual/ })).toContainText('Ler filas');
  await examine(page, 'settings-api');

  // A webhook, told of a test.
  const got: string[] = [];
  const receiver = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    got.push((JSON.parse(text) as { event: string }).event);
    response.end('recebido');
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  try {
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Adicionar webhook' }).click();
    const added = page.getByRole('dialog', { name: 'Adicionar webhook' });
    await added.getByLabel('Nome').fill('CRM');
    await added.getByLabel('Endereço').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/eventos`);
    await added.getByLabel('Cliente escreveu').check();
    await examine(page, 'webhook-dialog', { on: ['wide', 'phone'] });
    await added.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByRole('dialog', { name: 'Segredo do webhook' }).getByRole('button', { name: 'Já copiei' }).click();
    await page.getByRole('row', { name: /CRM/ }).click();
    const log = page.getByRole('dialog', { name: 'CRM' });
    await log.getByRole('button', { name: 'Enviar teste' }).click();
    await expect(log.getByRole('button', { name: /Teste.*Entregue/ })).toBeVisible();
    await log.getByRole('button', { name: /Teste.*Entregue/ }).click();
    await expect(log.getByText('recebido')).toBeVisible();
    expect(got).toEqual(['webhook.test']);
    await examine(page, 'webhook-log', { on: ['wide', 'phone'] });
  } finally {
    receiver.close();
  }
});
