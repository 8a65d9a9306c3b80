// The inbox in the hand: where the caret is, what a notice covers, and whether the lists tell the truth.
import type { Locator, Page } from '@playwright/test';
import { givenOpenTicket, givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Lista de atendimentos' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });

test('what is typed after an emoji was picked goes on in the text', async ({ desk, open }) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Helena Sampaio'));
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`);
  await field(page).fill('Obrigada ');
  await page.getByRole('button', { name: 'Emoji' }).click();
  const search = page.getByRole('searchbox', { name: 'Buscar emoji' });
  await search.fill('coracao');
  await page.getByRole('button', { name: 'coração vermelho' }).click();
  await expect(search).toHaveCount(0);
  await page.keyboard.type(' sempre');
  await expect(field(page)).toHaveValue(/^Obrigada .+ sempre$/u);
});

test('one types at once after accepting, answering and going on, and the list has what is open', async ({ desk, open }) => {
  const [caio, lia] = [desk.customer('Caio Menezes'), desk.customer('Lia Duarte')];
  const other = await givenOpenTicket(desk, desk.ana, lia);
  await caio.text('Vocês entregam em Palhoça?');
  await givenWaiting(desk, caio);
  const page = await open(desk.ana, '/tickets?waiting=1');
  await list(page).getByRole('button', { name: 'Aceitar Caio Menezes' }).click();
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/);
  await expect(row(page, 'Caio Menezes')).toBeVisible();
  await expect(field(page)).toBeFocused();

  // It moves the message up: whoever pointed at it before does not any more, and what they can do with it is gone.
  await expect(log(page).getByText('aceitou a conversa')).toBeVisible();
  const bubble = log(page).getByRole('listitem').filter({ hasText: 'Palhoça' });
  await bubble.hover();
  await bubble.getByRole('button', { name: 'Mais sobre esta mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Responder' }).click();
  await expect(page.getByRole('button', { name: 'Não citar' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Sim');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Não citar' })).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(', às terças.');
  await expect(field(page)).toHaveValue('Sim, às terças.');

  // Shown in the order of the last change: Caio first, then Lia.
  await page.keyboard.press('Alt+j');
  await expect(page).toHaveURL(new RegExp(other.uuid));
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await page.getByRole('button', { name: 'Descartar gravação' }).click();
  await expect(field(page)).toBeFocused();
});

test('from one conversation to the next nothing goes along: text, quote, note, recording; and all that is kept is there again', async ({
  desk,
  open,
}) => {
  const [caio, lia] = [desk.customer('Caio Menezes'), desk.customer('Lia Duarte')];
  await givenOpenTicket(desk, desk.ana, lia, 'Qual é o prazo?');
  const { uuid } = await givenOpenTicket(desk, desk.ana, caio, 'Vocês entregam?');
  const page = await open(desk.ana, `/tickets/${uuid}`);
  const to = async (name: string) => {
    await row(page, name).click();
    await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
  };
  await field(page).fill('Para o Caio');
  const bubble = log(page).getByRole('listitem').filter({ hasText: 'Vocês entregam?' });
  await bubble.hover();
  await bubble.getByRole('button', { name: 'Mais sobre esta mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Responder' }).click();
  await expect(page.getByRole('button', { name: 'Não citar' })).toBeVisible();

  await to('Lia Duarte');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Não citar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Nota', exact: true }).click();
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await note.fill('Só para a equipe');

  await to('Caio Menezes');
  await expect(field(page)).toHaveValue('Para o Caio');
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await expect(page.getByRole('button', { name: 'Descartar gravação' })).toBeVisible();

  await to('Lia Duarte');
  await expect(page.getByRole('button', { name: 'Descartar gravação' })).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Nota', exact: true }).click();
  await expect(note).toHaveValue('Só para a equipe');

  // Nor does a menu, which is about the one it was opened for.
  const leave = async (menu: string, key: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await expect(page.getByRole('menu', { name: menu })).toBeVisible();
    const before = page.url();
    await page.keyboard.press(key);
    await expect(page).not.toHaveURL(before);
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await leave('Mais ações', 'Alt+k');
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Dados do contato', exact: true }).click();
  await leave('Mais sobre este contato', 'Alt+j');
});

test('who receives a conversation is told, and it tells who transferred, closed and reopened it', async ({ desk, open }) => {
  const customer = desk.customer('Jussara Quadros');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  const [page, receiver] = await Promise.all([open(desk.ana, `/tickets/${ticket.uuid}`), open(desk.bia)]);
  await expect(list(receiver)).toBeVisible();
  await page.getByRole('button', { name: 'Transferir', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Transferir #${ticket.number}` });
  // Choosing the chosen queue again leaves it chosen.
  await dialog.getByRole('combobox', { name: 'Fila' }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Fila' })).toHaveValue('Vendas');
  await dialog.getByRole('combobox', { name: 'Atendente' }).click();
  await page.getByRole('option', { name: /Bia Fontes/ }).click();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(notices(receiver).getByText('Ana Beatriz transferiu uma conversa para você')).toBeVisible();
  await notices(receiver).getByRole('button', { name: 'Abrir conversa' }).click();
  await expect(receiver).toHaveURL(new RegExp(ticket.uuid));
  await expect(log(receiver).getByText(/Ana Beatriz transferiu para Bia Fontes · Vendas/)).toBeVisible();

  await receiver.getByRole('button', { name: 'Resolver', exact: true }).click();
  // Under the pointer the offer to undo stays; what it offers is over once the ticket is reopened.
  const undo = notices(receiver).getByRole('button', { name: 'Desfazer' });
  await undo.hover();
  await press(receiver.getByRole('button', { name: 'Resolvidos' }));
  await press(row(receiver, 'Jussara Quadros'));
  await expect(log(receiver).getByText(/Conversa encerrada por Bia Fontes/)).toBeVisible();
  await expect(undo).toBeVisible();
  await press(receiver.getByRole('button', { name: 'Reabrir', exact: true }));
  await expect(undo).toBeHidden();
  await expect(log(receiver).getByText(/Conversa reaberta por Bia Fontes/)).toBeVisible();
  await expect(log(receiver).getByText(/Conversa encerrada por Bia Fontes/)).toBeVisible();
  await expect(field(receiver)).toBeFocused();
});

for (const [screen, viewport] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`a notice covers nothing of the composer on ${screen}`, async ({ desk, open }) => {
    const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Nair Pacheco'));
    const page = await open(desk.ana, `/tickets/${ticket.uuid}`, { viewport });
    await field(page).fill('Chega amanhã.');
    await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled();
    const stranger = desk.customer('Sem conversa');
    await desk.bia.call('PUT /tickets/:ticketId', {
      params: { ticketId: (await givenOpenTicket(desk, desk.bia, stranger)).id },
      body: { status: 'open', userId: desk.ana.user.id, queueId: desk.sales },
    });
    const notice = notices(page).getByText('Bia Fontes transferiu uma conversa para você');
    await expect(notice).toBeVisible();
    const [shown, box] = await Promise.all([boxOf(notices(page)), boxOf(field(page))]);
    expect(shown.y + shown.height).toBeLessThan(box.y);
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(field(page)).toHaveValue('');
    await expect(notice).toBeHidden({ timeout: 12_000 });
  });
}

test('a hundred unread messages and a long text leave room for their count; actions come with the pointer', async ({
  balcao,
  desk,
  open,
}) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Helena Sampaio'));
  await balcao.sql('update tickets set unread_messages = 120, last_message = $2 where id = $1', [ticket.id, 'muito texto '.repeat(40)]);
  const page = await open(desk.ana);
  const item = list(page).locator(`[data-ticket="${ticket.id}"]`);
  await expect(item.getByText('99+', { exact: true })).toBeVisible();
  const badge = `[...document.querySelectorAll('[data-ticket="${ticket.id}"] [aria-hidden]')].find((each) => each.textContent === '99+').parentElement`;
  expect(await page.evaluate(`${badge}.scrollWidth - ${badge}.clientWidth`)).toBe(0);
  const resolve = item.getByRole('button', { name: 'Resolver Helena Sampaio' });
  const opacity = () =>
    page.evaluate(`getComputedStyle(document.querySelector('[aria-label="Resolver Helena Sampaio"]').parentElement).opacity`);
  await page.mouse.move(900, 500);
  await expect.poll(opacity).toBe('0');
  await item.hover();
  await expect.poll(opacity).toBe('1');
  await page.mouse.move(900, 500);
  await resolve.focus();
  await expect.poll(opacity).toBe('1');
});

test('a conversation that the pointer rests on stands as it is opened, and is read by being opened', async ({ desk, open }) => {
  const helena = desk.customer('Helena Sampaio');
  const { id: ticketId } = await givenOpenTicket(desk, desk.ana, helena);
  await helena.text('Chegou o sofá?');
  const unread = async () => (await desk.ana.call('GET /tickets/:ticketId', { params: { ticketId } })).unreadMessages;
  await expect.poll(unread).toBe(1);
  const page = await open(desk.ana);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(new RegExp(`/messages/${ticketId}\\?pageNumber=1$`), async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const ahead = page.waitForResponse((response) => response.url().endsWith(`/messages/${ticketId}?pageNumber=1&peek=true`));
  await row(page, 'Helena Sampaio').hover();
  await (await ahead).finished();
  expect(await unread()).toBe(1);
  await row(page, 'Helena Sampaio').click();
  await expect(log(page).getByText('Chegou o sofá?')).toBeVisible();
  answer();
  await expect.poll(unread).toBe(0);
});

test('what was unread begins where it begins, also in a conversation that stands as it is opened, and stays there', async ({
  desk,
  open,
}) => {
  const helena = desk.customer('Helena Sampaio');
  await givenOpenTicket(desk, desk.ana, helena);
  for (let at = 1; at <= 12; at += 1) await helena.text(`${at}. ${'O sofá ainda não chegou, e ninguém avisou. '.repeat(8)}`);
  const page = await open(desk.ana);
  await expect(page.locator('[data-ticket]', { hasText: 'Helena Sampaio' })).toContainText('12. O sofá');
  const ahead = page.waitForResponse((response) => response.url().includes('peek=true'));
  await row(page, 'Helena Sampaio').hover();
  await (await ahead).finished();
  const opened = page.waitForResponse((response) => /\/messages\/\d+\?pageNumber=1$/.test(response.url()));
  await row(page, 'Helena Sampaio').click();
  const line = log(page).getByText('12 mensagens novas');
  await expect(line).toBeInViewport();
  await (await opened).finished();
  await helena.text('Alô?');
  await expect(page.getByRole('button', { name: '1 mensagem nova' })).toBeVisible();
  await expect(line).toBeInViewport();
});

async function press(element: Locator) {
  await element.focus();
  await element.press('Enter');
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}
