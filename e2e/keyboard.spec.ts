// A whole day at the desk without a mouse: every step by keys alone, from a waiting conversation to one that is reopened.
import type { Locator, Page } from '@playwright/test';
import { until } from '../server/test/client.ts';
import { givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';
import { fileOf } from './media.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Lista de atendimentos' });
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });

test('with keys alone: find, peek, accept, answer, note, tag, mark, set aside, transfer, resolve and next, reopen', async ({
  balcao,
  desk,
  open,
}) => {
  const [helena, otavio] = [desk.customer('Helena Sampaio'), desk.customer('Otávio Brandão')];
  await desk.admin.call('POST /quick-messages', { body: { shortcode: 'prazo', message: 'Oi, {{firstName}}! Sai hoje.', geral: true } });
  await desk.admin.call('POST /tags', { body: { name: 'Troca', color: '#2f9249' } });
  for (const customer of [otavio, helena]) {
    await customer.text(`Aqui é ${customer.name}, o sofá veio trocado`);
    await givenWaiting(desk, customer);
  }
  // Who may read what waits is an admin; they work as everybody else does.
  const page = await open(desk.admin, '/contacts', look());
  const { keyboard } = page;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Go to the inbox, find the one who waits, look without accepting, accept.
  await keyboard.press('g');
  await keyboard.press('a');
  await expect(page).toHaveURL(/\/tickets/);
  await tabTo(page, list(page).getByRole('button', { name: /^Aguardando/ }));
  await keyboard.press('Enter');
  const waiting = list(page).getByRole('button', { name: 'Helena Sampaio aguardando' });
  await expect(waiting).toBeVisible();
  for (let i = 0; i < 2 && !(await isFocused(waiting)); i += 1) await keyboard.press('Alt+j');
  await expect(waiting).toBeFocused();
  await keyboard.press('Space');
  const peek = page.getByRole('dialog', { name: /Helena Sampaio/ });
  await expect(peek.getByText('o sofá veio trocado')).toBeVisible();
  await keyboard.press('Escape');
  await expect(waiting).toBeFocused();
  await keyboard.press('Enter');
  await expect(log(page).getByText('o sofá veio trocado')).toBeVisible();
  await expect(field(page)).toBeFocused();

  // A quick reply and a file.
  await keyboard.type('/pra');
  await expect(page.getByRole('option', { name: /prazo/ })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(field(page)).toHaveValue('Oi, Helena! Sai hoje.');
  const choosing = page.waitForEvent('filechooser');
  await keyboard.press('Control+Alt+a');
  await (await choosing).setFiles({ name: 'sofa.jpg', mimeType: 'image/jpeg', buffer: await fileOf('sofa') });
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled();
  await expect(field(page)).toBeFocused();
  await keyboard.press('Enter');
  const sent = () => balcao.graph.sent().filter(({ to }) => to === helena.phone);
  await until(() => sent().length === 1, 20_000);
  expect(JSON.stringify(sent()[0]?.body)).toContain('Oi, Helena! Sai hoje.');
  expect(sent()[0]?.body.type).toBe('image');

  // A note that calls a colleague.
  await keyboard.press('Alt+p');
  await expect(page.getByRole('textbox', { name: 'Nota interna' })).toBeFocused();
  await keyboard.type('Confere a rota? @Bia');
  await expect(page.getByRole('option', { name: /Bia Fontes/ })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(log(page).getByText('Confere a rota?')).toBeVisible();
  await until(async () => (await desk.bia.call('GET /v1/pings')).some(({ kind }) => kind === 'mention'));
  await keyboard.press('Alt+l');
  await expect(field(page)).toBeFocused();

  // A tag, and what one says of it for oneself.
  await keyboard.press('Alt+g');
  const tags = page.getByRole('dialog', { name: /^Tags de #/ });
  await expect(tags.getByRole('combobox')).toBeFocused();
  await keyboard.type('Tro');
  await expect(tags.getByRole('option', { name: 'Troca' })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(tags.getByRole('button', { name: 'Tirar a tag Troca' })).toBeVisible();
  await examine(page, 'keyboard-tags', { on: ['wide', 'phone'] });
  await page.setViewportSize(look().viewport);
  await keyboard.press('Escape');
  await expect(tags).toHaveCount(0);
  expect((await held()).tags.map(({ name }) => name)).toEqual(['Troca']);
  await keyboard.press('Alt+i');
  await expect(list(page).getByRole('img', { name: 'Fixada' })).toBeVisible();
  await keyboard.press('Alt+q');
  await expect(list(page).getByRole('img', { name: 'Silenciada' })).toBeVisible();
  await keyboard.press('Alt+a');
  await expect(list(page).getByRole('img', { name: 'Prioridade' })).toBeVisible();
  await keyboard.press('Alt+u');
  await expect.poll(async () => (await desk.admin.call('GET /v1/ticket-marks')).map(({ unread }) => unread)).toEqual([true]);

  // Set aside for an hour, and back.
  await keyboard.press('Alt+m');
  const aside = page.getByRole('dialog', { name: 'Adiar conversa' });
  await expect(aside.getByRole('button', { name: /^Daqui a 1 hora/ })).toBeFocused();
  await examine(page, 'keyboard-snooze', { on: ['wide', 'phone'] });
  await page.setViewportSize(look().viewport);
  await keyboard.press('Enter');
  await expect(aside).toHaveCount(0);
  await expect.poll(async () => (await held()).snoozedAt).not.toBeNull();
  await keyboard.press('Alt+m');
  await expect.poll(async () => (await held()).snoozedAt).toBeNull();

  // The palette has all of it, with its keys. What is typed before it has come is for it, not for the conversation.
  let letCome = () => {};
  const comes = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/\/assets\/palette-/, async (route) => {
    await comes;
    await route.continue();
  });
  await field(page).focus();
  await keyboard.press('Control+k');
  await keyboard.type('vol');
  letCome();
  await expect(page.getByRole('dialog', { name: 'Buscar ou ir para' }).getByRole('combobox')).toHaveValue('vol');
  await expect(field(page)).toHaveValue('');
  await keyboard.press('Control+a');
  const palette = page.getByRole('dialog', { name: 'Buscar ou ir para' });
  const command = async (name: string) => {
    await expect(palette.getByRole('combobox')).toBeFocused();
    await keyboard.type(name);
    await expect(palette.getByRole('option', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-selected', 'true');
  };
  await command('Voltar a avisar');
  await expect(palette.getByRole('option', { name: /^Voltar a avisar/ })).toBeVisible();
  await expect(palette.getByText('Alt Q')).toBeVisible();
  await keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(list(page).getByRole('img', { name: 'Silenciada' })).toHaveCount(0);

  // Given to Bia, with a note.
  await keyboard.press('Alt+t');
  const transfer = page.getByRole('dialog', { name: /^Transferir #/ });
  await expect(transfer.getByRole('combobox', { name: 'Fila' })).toBeFocused();
  await keyboard.press('Tab');
  if (!(await isFocused(transfer.getByRole('combobox', { name: 'Atendente' }))))
    await tabTo(page, transfer.getByRole('combobox', { name: 'Atendente' }));
  await keyboard.type('Bia');
  await expect(page.getByRole('option', { name: /Bia Fontes/ })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(1);
  await keyboard.press('ArrowDown');
  // Enter takes the one that is marked.
  await expect(transfer.getByRole('combobox', { name: 'Atendente' })).toHaveAttribute('aria-activedescendant', /./);
  await keyboard.press('Enter');
  await expect(transfer.getByRole('combobox', { name: 'Atendente' })).toHaveValue('Bia Fontes');
  await tabTo(page, transfer.getByRole('textbox', { name: 'Nota para quem recebe' }));
  await keyboard.type('Cliente antiga, trate bem');
  await tabTo(page, transfer.getByRole('button', { name: 'Transferir' }));
  await keyboard.press('Enter');
  await expect(transfer).toHaveCount(0);
  await expect.poll(async () => (await held()).userId).toBe(desk.bia.user.id);

  // Accept the other one, resolve it and go on to the one who waits longest; then reopen it.
  const third = desk.customer('Jussara Quadros');
  await third.text('Alguém?');
  await givenWaiting(desk, third);
  await keyboard.press('Alt+s');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await keyboard.type('otávio');
  const found = list(page).getByRole('button', { name: 'Otávio Brandão aguardando' });
  await expect(found).toBeVisible();
  await keyboard.press('Alt+j');
  await expect(found).toBeFocused();
  await keyboard.press('Enter');
  await expect(log(page).getByText('Aqui é Otávio Brandão')).toBeVisible();
  await expect(field(page)).toBeFocused();
  // A variable, an emoji, and a mark on what is selected; the browser can still undo.
  await keyboard.type('Certo, {{');
  await expect(page.getByRole('listbox', { name: 'Variáveis' }).getByRole('option', { name: /Primeiro nome/ })).toContainText('Otávio');
  await examine(page, 'keyboard-variables', { on: ['wide', 'phone'] });
  await page.setViewportSize(look().viewport);
  await field(page).focus();
  await keyboard.press('Enter');
  await keyboard.type(' :bolo');
  await expect(page.getByRole('listbox', { name: 'Emoji' }).getByRole('option', { name: /bolo de aniversário/ })).toBeVisible();
  await examine(page, 'keyboard-emoji', { on: ['wide', 'phone'], themes: ['light', 'dark'] });
  await page.setViewportSize(look().viewport);
  await field(page).focus();
  const cake = page.getByRole('option', { name: /bolo de aniversário/ });
  for (let i = 0; i < 8 && (await cake.getAttribute('aria-selected')) !== 'true'; i += 1) await keyboard.press('ArrowDown');
  await keyboard.press('Tab');
  await expect(field(page)).toHaveValue('Certo, {{firstName}} 🎂');
  await keyboard.press('Control+a');
  await keyboard.press('Control+b');
  await expect(field(page)).toHaveValue('*Certo, {{firstName}} 🎂*');
  await keyboard.press('Control+z');
  await expect(field(page)).toHaveValue('Certo, {{firstName}} 🎂');
  await keyboard.press('Enter');
  await until(() => balcao.graph.sent().some(({ to }) => to === otavio.phone), 20_000);
  expect(JSON.stringify(balcao.graph.sent().find(({ to }) => to === otavio.phone)?.body)).toContain('Certo, Otávio 🎂');
  await keyboard.press('Control+Alt+e');
  await expect(page.getByRole('region', { name: 'Conversa com Jussara Quadros' })).toBeVisible();
  await keyboard.press('Control+k');
  await command('Aceitar');
  await keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(log(page).getByText('Alguém?')).toBeVisible();

  await tabTo(page, list(page).getByRole('button', { name: 'Resolvidos' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=closed/);
  await expect(page.getByRole('list', { name: 'Atendimentos resolvidos' }).getByRole('link', { name: 'Otávio Brandão' })).toBeVisible();
  await keyboard.press('Alt+j');
  await expect(page.getByRole('region', { name: 'Conversa com Otávio Brandão' })).toBeVisible();
  await keyboard.press('Control+k');
  await command('Reabrir');
  await keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(log(page).getByText(/Conversa reaberta/)).toBeVisible();

  async function held() {
    return until(async () => {
      const { tickets } = await desk.admin.call('GET /tickets', { query: { showAll: true, searchParam: 'helena' } });
      return tickets.find(({ contact }) => contact.name === helena.name);
    });
  }
});

const isFocused = async (element: Locator) => (await element.and(element.page().locator(':focus')).count()) > 0;

/** Presses Tab until the focus is there: what cannot be reached that way is a fault. */
async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press(key);
  }
  await expect(element).toBeFocused();
}
