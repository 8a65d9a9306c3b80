import type { Page } from '@playwright/test';
import { until } from '../server/test/client.ts';
import { type Desk, givenOpenTicket, givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Lista de atendimentos' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name });
const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Avisos' }).getByText(text);
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });

test('with the keyboard alone: accept, write, resolve', async ({ balcao, desk, open }) => {
  const customer = desk.customer('Otávio Brandão');
  const page = await open(desk.ana, '/tickets?waiting=1');
  await expect(page.getByText('Ninguém esperando')).toBeVisible();
  await customer.text('Boa tarde, quero trocar uma cadeira');
  const waiting = list(page).getByRole('button', { name: 'Otávio Brandão aguardando' });
  await expect(waiting).toBeVisible();
  await expect(list(page).getByText('Vendas')).toBeVisible();
  // A click opens nothing: a waiting conversation is accepted first.
  await waiting.click();
  const asked = page.getByRole('dialog', { name: 'Aceitar a conversa de Otávio Brandão?' });
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(page.getByText('Escolha uma conversa ao lado para começar.')).toBeVisible();
  await expect(page).toHaveURL(/\/tickets\?waiting=1$/);

  await page.keyboard.press('Alt+j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}/);
  await expect(page.getByRole('log', { name: 'Mensagens' }).getByText('quero trocar uma cadeira')).toBeVisible();
  const past = page.getByRole('link', { name: 'Ir para a lista de atendimentos' });
  await past.focus();
  await expect(past).toBeInViewport();
  await past.press('Enter');
  await expect(page.locator('#atendimentos')).toBeFocused();
  await page.getByRole('link', { name: 'Ir para a conversa' }).press('Enter');
  await expect(field(page)).toBeFocused();
  await past.focus();
  await page.keyboard.press('Alt+l');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Claro, Otávio! Qual o número do pedido?');
  await page.keyboard.press('Enter');
  await until(() => balcao.graph.sent().some(({ to }) => to === customer.phone));
  await page.keyboard.press('Alt+e');
  await expect(notice(page, /Atendimento #\d+ resolvido/)).toBeVisible();
  await expect(page).toHaveURL(/\/tickets$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('resolve, return and transfer are taken back within five seconds; what is resolved is reopened', async ({ desk, open }) => {
  const customer = desk.customer('Jussara Quadros');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`);
  await expect(page.getByRole('heading', { name: `Jussara Quadros #${ticket.number}` })).toBeVisible();

  await page.getByRole('button', { name: 'Resolver', exact: true }).click();
  await expect(row(page, 'Jussara Quadros')).toHaveCount(0);
  await takeBack(page, `Atendimento #${ticket.number} resolvido`);
  await expect(page).toHaveURL(new RegExp(ticket.uuid));
  await expect(row(page, 'Jussara Quadros')).toBeVisible();

  await page.getByRole('button', { name: 'Devolver para a fila' }).click();
  await expect(row(page, 'Jussara Quadros')).toHaveCount(0);
  await takeBack(page, `Atendimento #${ticket.number} devolvido`);
  await expect(page.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible();

  await page.keyboard.press('Alt+t');
  const dialog = page.getByRole('dialog', { name: `Transferir #${ticket.number}` });
  await dialog.getByRole('combobox', { name: 'Fila' }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await takeBack(page, 'Transferido para Suporte');
  await expect.poll(async () => (await now(desk, ticket.id)).queueId).toBe(desk.sales);
  expect((await now(desk, ticket.id)).userId).toBe(desk.ana.user.id);

  await page.getByRole('button', { name: 'Resolver', exact: true }).click();
  await page.getByRole('button', { name: 'Resolvidos' }).click();
  await row(page, 'Jussara Quadros').hover();
  await list(page).getByRole('button', { name: 'Reabrir Jussara Quadros' }).click();
  await expect(field(page)).toBeVisible();
  expect((await now(desk, ticket.id)).status).toBe('open');
});

test('search and filters stand in the address; what is not for a person is refused', async ({ desk, open }) => {
  const [helena, caio] = [desk.customer('Helena Sampaio'), desk.customer('Caio Menezes')];
  const ticket = await givenOpenTicket(desk, desk.bia, helena, 'Quero um orçamento de estante');
  await caio.text('Onde está minha entrega?');
  const waiting = await givenWaiting(desk, caio);
  await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: waiting.id }, body: { status: 'pending', queueId: desk.sales } });
  await desk.bia.call('PUT /tickets/:ticketId', {
    params: { ticketId: ticket.id },
    body: { status: 'open', userId: desk.bia.user.id, queueId: desk.support },
  });

  const page = await open(desk.bia);
  await expect(row(page, 'Helena Sampaio')).toBeVisible();
  await page.getByRole('button', { name: /Aguardando/ }).click();
  await expect(page).toHaveURL(/waiting=1/);
  await expect(list(page).getByText('Caio Menezes')).toBeVisible();
  await page.getByRole('button', { name: /^Filas/ }).click();
  await page.getByRole('checkbox', { name: 'Suporte' }).click();
  await expect(page.getByText('Nada nas filas escolhidas')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nada nas filas escolhidas')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar todas as filas' }).click();
  await page.getByRole('button', { name: 'Busca', exact: true }).click();
  await page.getByRole('searchbox').fill('ESTANTE');
  await expect(page).toHaveURL(/q=estante/);
  const said = list(page).getByRole('button', { name: /orçamento de estante/ });
  await expect(said).toBeVisible();
  // By the keyboard: from the field to what was found, on to its place in the conversation, and back.
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Helena Sampaio')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(said).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await row(page, 'Helena Sampaio').click();
  await expect(page).toHaveURL(new RegExp(`${ticket.uuid}.*q=estante`));
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('estante');

  // Ana serves Vendas only.
  const stranger = await open(desk.ana, `/tickets/${ticket.uuid}`);
  await expect(notice(stranger, 'Acesso não permitido')).toBeVisible();
  await expect(stranger).toHaveURL(/\/tickets$/);
});

test('an admin peeks without accepting, and deletes after being asked', async ({ desk, open }) => {
  const customer = desk.customer('Inês Carvalhal');
  await customer.text('Olá, falo do Porto');
  const { id, number } = await givenWaiting(desk, customer);
  const page = await open(desk.admin, '/tickets?waiting=1');
  await list(page).getByRole('button', { name: 'Inês Carvalhal aguardando' }).focus();
  await page.keyboard.press('Space');
  const peek = page.getByRole('dialog', { name: `Espiando Inês Carvalhal #${number}` });
  await expect(peek.getByText('Olá, falo do Porto')).toBeVisible();
  const before = await now(desk, id);
  expect([before.status, before.unreadMessages]).toEqual(['pending', 1]);
  await peek.getByRole('button', { name: 'Aceitar' }).click();
  await expect(field(page)).toBeVisible();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click();
  const asked = page.getByRole('dialog', { name: `Excluir o atendimento #${number}?` });
  await expect(asked.getByText('Deseja realmente excluir este registro?')).toBeVisible();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await expect(field(page)).toBeVisible();
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click();
  await asked.getByRole('button', { name: 'Excluir' }).click();
  await expect(notice(page, `Atendimento #${number} excluído`)).toBeVisible();
  await expect(page).toHaveURL(/\/tickets(\?.*)?$/);
  const agent = await open(desk.ana);
  await expect(agent.getByRole('button', { name: 'Mais ações' })).toHaveCount(0);
});

test('a new conversation with somebody who has one opens it, or says who has it', async ({ desk, open }) => {
  const customer = desk.customer('Rui Tavares');
  const ticket = await givenOpenTicket(desk, desk.bia, customer);
  for (const [who, path] of [
    [desk.bia, '/tickets'],
    [desk.ana, '/tickets'],
  ] as const) {
    const page = await open(who, path);
    await page.getByRole('button', { name: 'Novo atendimento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('rui tav');
    // Found with the keyboard, without leaving the field.
    const found = dialog.getByRole('option', { name: /Rui Tavares/ });
    await expect(found).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveAttribute(
      'aria-activedescendant',
      (await found.getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    if (who === desk.bia) {
      await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
      await expect(dialog.getByText('Selecione uma fila', { exact: true })).toBeVisible();
      await dialog.getByRole('combobox', { name: 'Fila' }).click();
      await page.getByRole('option', { name: 'Vendas' }).click();
    }
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    if (who === desk.bia) await expect(page).toHaveURL(new RegExp(ticket.uuid));
    else await expect(dialog.getByText('Este contato já está em atendimento com Bia Fontes, na fila Vendas.')).toBeVisible();
  }
});

test('a draft survives a reload, and a refused message says why and goes again', async ({ balcao, desk, open }) => {
  const customer = desk.customer('Nair Pacheco');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`);
  await field(page).fill('Sobre a sua poltrona:');
  await page.reload();
  await expect(field(page)).toHaveValue('Sobre a sua poltrona:');
  await field(page).fill('Sobre a sua poltrona: chega amanhã.');
  balcao.graph.failNext({ status: 400, code: 131026, path: /messages$/ });
  await field(page).press('Enter');
  const bubble = page.getByRole('log').getByRole('listitem').filter({ hasText: 'chega amanhã' });
  await expect(bubble.getByText('Não enviada: este número não tem WhatsApp.')).toBeVisible();
  await bubble.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(bubble.getByRole('img', { name: 'Enviada', exact: true })).toBeVisible();
  expect(balcao.graph.sent().filter(({ to }) => to === customer.phone)).toHaveLength(1);
});

test('what changes while a conversation is being loaded is not lost to the older answer', async ({ balcao, desk, open }) => {
  const customer = desk.customer('Severina Aragão');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  await desk.ana.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'Consertamos, sim.' } });
  const sent = await until(() => balcao.graph.sent().find(({ to }) => to === customer.phone));
  const page = await open(desk.ana);
  const held: (() => void)[] = [];
  await page.route(
    // Where the pointer rests for a moment, the conversation is asked for in advance, as a peek.
    ({ pathname, searchParams }) => pathname === `/messages/${ticket.id}` && !searchParams.has('peek'),
    async (route) => {
      const response = await route.fetch();
      await new Promise<void>((letGo) => held.push(letGo));
      await route.fulfill({ response });
    },
  );
  let told = false;
  page.on('websocket', (line) =>
    line.on('framereceived', ({ payload }) => (told ||= /"action":"update","message".*"ack":3/.test(String(payload)))),
  );
  await page.reload();
  await row(page, 'Severina Aragão').click();
  await until(() => held.length === 1);
  await balcao.graph.emitStatus(sent.wamid, 'read');
  await until(() => told);
  held[0]?.();
  await expect(page.getByRole('log').getByRole('img', { name: 'Lida' })).toBeVisible();
});

async function takeBack(page: Page, text: string): Promise<void> {
  await expect(notice(page, text)).toBeVisible();
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).last().click();
}

function now(desk: Desk, ticketId: number) {
  return desk.admin.call('GET /tickets/:ticketId', { params: { ticketId } });
}
