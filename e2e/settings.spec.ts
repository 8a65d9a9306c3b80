import type { Page } from '@playwright/test';
import { signIn, until } from '../server/test/client.ts';
import { givenUser, newIp } from '../server/test/people.ts';
import { operator } from './balcao.ts';
import { givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, screens } from './looks.ts';

const setting = (page: Page, name: string) => page.getByRole('combobox', { name });

test('an admin changes a setting before the eyes of another; agents only read', async ({ balcao, desk, open }) => {
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  const [admin, second, agent] = await Promise.all([open(desk.admin, '/settings'), open(other, '/settings'), open(desk.ana, '/settings')]);
  await expect(setting(second, 'Avaliações')).toHaveValue('Desabilitado');
  await expect(agent.getByText('Só os administradores da empresa podem mudá-las.')).toBeVisible();
  await expect(agent.getByText('Avaliações')).toBeVisible();
  await expect(agent.getByRole('combobox')).toHaveCount(0);

  await setting(admin, 'Avaliações').click();
  await admin.getByRole('option', { name: 'Habilitado', exact: true }).click();
  await expect(admin.getByRole('status').filter({ hasText: 'Salvo' })).toBeVisible();
  await expect(setting(second, 'Avaliações')).toHaveValue('Habilitado');
  const minutes = admin.getByRole('textbox', { name: 'Reabrir conversa encerrada' });
  await minutes.fill('90');
  await minutes.press('Enter');
  await expect(agent.getByText('1 h 30 min')).toBeVisible();
  await second.reload();
  await expect(setting(second, 'Avaliações')).toHaveValue('Habilitado');
});

test('the operator’s token of the payment provider is written, shown to nobody, replaced and removed', async ({ balcao, desk, open }) => {
  const first = await signIn(balcao.url, operator.email, operator.password, newIp());
  const [page, second, admin] = await Promise.all([open(first, '/settings'), open(first, '/settings'), open(desk.admin, '/settings')]);
  await expect(admin.getByText('Palavras de saída')).toBeVisible();
  await expect(admin.getByText('Token do Asaas')).toHaveCount(0);
  const field = page.getByLabel('Token do Asaas');
  await field.fill('um-token-secreto');
  await field.press('Enter');
  await expect(page.getByText('configurado', { exact: true })).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(second.getByText('configurado', { exact: true })).toBeVisible();
  expect(JSON.stringify(await first.call('GET /settings'))).not.toContain('um-token-secreto');
  for (const screen of ['phone', 'wide'] as const) {
    await page.setViewportSize(screens[screen]);
    await page.getByRole('button', { name: 'Substituir' }).scrollIntoViewIfNeeded();
    await examine(page, 'token', { on: [screen], themes: ['light'] });
  }

  await page.getByRole('button', { name: 'Substituir' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await expect(field).toHaveValue('');
  await expect(second.getByLabel('Token do Asaas')).toBeVisible();
});

test('with the hours of the company come their tab and form, and what is saved stays', async ({ desk, open }) => {
  const [page, agent] = await Promise.all([open(desk.admin, '/settings'), open(desk.ana, '/settings')]);
  const tab = page.getByRole('tab', { name: 'Horários' });
  await expect(page.getByRole('tab', { name: 'Opções' })).toBeVisible();
  await expect(tab).toHaveCount(0);
  await setting(page, 'Agendamento de Expediente').click();
  await page.getByRole('option', { name: 'Empresa', exact: true }).click();
  await tab.click();

  const begin = page.getByRole('textbox', { name: 'Segunda-feira: início' });
  const end = page.getByRole('textbox', { name: 'Segunda-feira: fim' });
  await begin.fill('08:30');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Corrija os horários marcados.')).toBeVisible();
  await expect(page.getByText('Horários atualizados com sucesso.')).toHaveCount(0);
  await end.fill('18:00');
  await page.getByRole('switch', { name: 'Domingo: fechado' }).check();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Horários atualizados com sucesso.')).toBeVisible();
  await page.reload();
  await expect(begin).toHaveValue('08:30');
  await expect(end).toHaveValue('18:00');
  await expect(page.getByRole('switch', { name: 'Domingo: fechado' })).toBeChecked();

  await agent.getByRole('tab', { name: 'Horários' }).click();
  await expect(agent.getByRole('definition').first()).toHaveText('08:30–18:00');
  await expect(agent.getByRole('definition').last()).toHaveText(/Fechado/);
});

test('the bot is played in the preview, and asks a customer the same', async ({ balcao, desk, open }) => {
  await desk.admin.call('PUT /whatsapp/:whatsappId', {
    params: { whatsappId: desk.number.connectionId },
    body: { queueIds: [desk.sales, desk.support], greetingMessage: 'Olá, {{firstName}}! Com quem quer falar?' },
  });
  const [page, agent] = await Promise.all([open(desk.admin, '/queues'), open(desk.bia, '/tickets?waiting=1')]);
  await page.getByRole('table', { name: 'Filas' }).getByText('Suporte', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar fila' });
  await dialog.getByLabel('Mensagem de saudação').fill('Suporte aqui. É sobre o quê?');
  await dialog.getByRole('tab', { name: 'Opções do chatbot' }).click();
  for (const [title, answer] of [
    ['Entrega', 'Conte qual é o pedido.'],
    ['Garantia', 'Mande uma foto, por favor.'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Adicionar opção', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Título no menu' }).fill(title);
    await dialog.getByRole('textbox', { name: 'Resposta do bot' }).fill(answer);
  }
  await expect(dialog.getByRole('list', { name: 'Opções do chatbot' }).getByRole('listitem')).toHaveCount(2);
  const preview = dialog.getByRole('region', { name: 'Prévia do bot' });
  const talk = preview.getByRole('log', { name: 'Conversa da prévia' });
  await preview.getByRole('button', { name: 'Recomeçar a prévia' }).click();
  await expect(talk).toContainText('Garantia');
  await expect(talk.getByText('Conte qual é o pedido.')).toHaveCount(0);
  await preview.getByRole('textbox', { name: 'Responder na prévia' }).fill('1');
  await preview.getByRole('button', { name: 'Enviar na prévia' }).click();
  await expect(talk.getByText('Conte qual é o pedido.')).toBeVisible();
  await expect(talk.getByText('O cliente espera por uma pessoa.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Fila salva com sucesso.')).toBeVisible();

  const customer = desk.customer('Rosa Nogueira');
  const said = () => {
    const heard = balcao.graph.sent().filter(({ to }) => to === customer.phone);
    return heard.map(({ body }) => (body.text as { body: string } | undefined)?.body);
  };
  const heard = (count: number) => until(() => said().length >= count, 20_000);
  await customer.text('Oi!');
  await heard(1);
  expect(said()).toEqual(['Olá, Rosa! Com quem quer falar?\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte']);
  const row = agent.getByRole('region', { name: 'Lista de atendimentos' }).locator('[data-pending]');
  await expect(row).toContainText('Sem fila');
  await customer.text('2');
  await heard(2);
  expect(said()[1]).toBe('Suporte aqui. É sobre o quê?\n\n*[ 1 ]* - Entrega\n*[ 2 ]* - Garantia\n*[ # ]* - Menu inicial');
  await customer.text('1');
  await heard(3);
  expect(said().slice(2)).toEqual(['Conte qual é o pedido.']);
  await expect(row.getByTitle('Suporte')).toBeVisible();
  expect(await givenWaiting(desk, customer)).toMatchObject({ queueId: desk.support, chatbot: false });
});

test('options of the bot are a draft until the queue is saved; then another admin finds them so', async ({ balcao, desk, open }) => {
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  for (const title of ['Entrega', 'Garantia']) {
    await desk.admin.call('POST /queue-options', { body: { queueId: desk.support, title, message: 'Conte mais.' } });
  }
  const [page, second] = await Promise.all([open(desk.admin, '/queues'), open(other, '/queues')]);
  const openOptions = async (at: Page) => {
    await at.getByRole('table', { name: 'Filas' }).getByText('Suporte', { exact: true }).click();
    const dialog = at.getByRole('dialog', { name: 'Editar fila' });
    await dialog.getByRole('tab', { name: 'Opções do chatbot' }).click();
    return dialog;
  };
  const dialog = await openOptions(page);
  const options = (at: Page) => at.getByRole('list', { name: 'Opções do chatbot' }).getByRole('listitem');
  await options(page).filter({ hasText: 'Entrega' }).getByText('Entrega').first().click();
  const title = dialog.getByRole('textbox', { name: 'Título no menu' });
  await title.fill('');
  await expect(dialog.getByText('Escreva um título para salvar a opção.')).toBeVisible();
  await title.fill('Entrega e prazo');
  await expect(dialog.getByText('Rascunho: o cliente só vê depois de salvar a fila.')).toBeVisible();
  await options(page).filter({ hasText: 'Garantia' }).hover();
  await dialog.getByRole('button', { name: 'Excluir Garantia' }).click();
  await page.getByRole('dialog', { name: 'Excluir Garantia?' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(options(page)).toHaveCount(1);
  const titles = async () =>
    (await desk.admin.call('GET /queue-options', { query: { queueId: desk.support } })).map((option) => option.title);
  // Customers get nothing of it before it is saved, and nothing at all when it is taken back.
  expect(await titles()).toEqual(['Entrega', 'Garantia']);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('dialog', { name: 'Descartar alterações?' }).getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toBeHidden();
  expect(await titles()).toEqual(['Entrega', 'Garantia']);

  await openOptions(page);
  await options(page).filter({ hasText: 'Entrega' }).getByText('Entrega').first().click();
  await title.fill('Entrega e prazo');
  await options(page).filter({ hasText: 'Garantia' }).hover();
  await dialog.getByRole('button', { name: 'Excluir Garantia' }).click();
  await page.getByRole('dialog', { name: 'Excluir Garantia?' }).getByRole('button', { name: 'Excluir' }).click();
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Fila salva com sucesso.')).toBeVisible();
  expect(await titles()).toEqual(['Entrega e prazo']);
  await openOptions(second);
  await expect(options(second)).toHaveText([/Entrega e prazo/]);
});
