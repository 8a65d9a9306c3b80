// Colleagues among themselves: what one writes the other sees, wherever they are, and nobody else does.
import type { Page } from '@playwright/test';
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens } from './looks.ts';

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });

test('two people talk: opening, dot, mention, files, link, older messages, and the owner changes and deletes', async ({ desk, open }) => {
  test.setTimeout(120_000);
  const { ana, bia, admin } = desk;
  const ticket = await givenOpenTicket(desk, ana, desk.customer('Lia Duarte'));
  const page = await open(ana, '/chats', look());
  const other = await open(bia, '/contacts', { ...look(), viewport: screens.phone });

  await page.getByRole('button', { name: 'Nova conversa' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova conversa' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Por favor, preencha o título da conversa.')).toBeVisible();
  await expect(dialog.getByText('Por favor, selecione pelo menos um usuário.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Equipe da loja');
  await dialog.getByRole('combobox', { name: 'Usuários' }).click();
  await page.getByRole('option', { name: 'Bia Fontes' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/);
  const uuid = page.url().slice(-36);
  const chat = await ana.call('GET /chats/:chatUuid', { params: { chatUuid: uuid } });

  // From the keyboard alone: `@` offers the members, Enter takes one and then sends.
  await field(page).focus();
  await page.keyboard.type('Oi @bi');
  await expect(page.getByRole('option', { name: 'Bia Fontes' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('Oi @Bia Fontes ');
  await page.keyboard.type(`veja ${new URL(page.url()).origin}/tickets/${ticket.uuid}`);
  await page.keyboard.press('Enter');
  await expect(log(page).locator('mark', { hasText: '@Bia Fontes' })).toBeVisible();
  await expect(log(page).getByRole('link', { name: `Lia Duarte #${ticket.number}` })).toBeVisible();
  await expect(field(page)).toHaveValue('');

  // On a phone, elsewhere: a dot, and a notice that leads there.
  await expect(notices(other).getByText('Ana Beatriz mencionou você em Equipe da loja')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Chat Interno: 1 conversa não lida' })).toBeVisible();
  await notices(other).getByRole('button', { name: 'Abrir conversa' }).click();
  await expect(other).toHaveURL(new RegExp(uuid));
  await expect(log(other).locator('mark', { hasText: '@Bia Fontes' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Chat Interno', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Ações da conversa' })).toHaveCount(0);

  await other.locator('input[type=file]').setInputFiles({ name: 'tabela.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') });
  await field(other).fill('Segue a tabela');
  await field(other).press('Enter');
  await expect(log(page).getByRole('link', { name: /tabela\.csv/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await log(page)
    .getByRole('link', { name: /tabela\.csv/ })
    .click();
  expect((await download).suggestedFilename()).toBe('tabela.csv');
  await examine(page, 'chat-thread');
  await page.setViewportSize(screens.wide);

  await other.getByRole('link', { name: 'Chats' }).click();
  await expect(other.getByRole('link', { name: /Equipe da loja/ })).toBeVisible();
  await examine(other, 'chat-list', { on: ['phone'] });
  await other.getByRole('link', { name: 'Mensagens' }).click();

  // Older messages come before the reader is at the first one, and what is read stays where it is.
  for (let i = 1; i <= 45; i++)
    await ana.call('POST /chats/:chatId/messages', { params: { chatId: chat.id }, body: { message: `aviso ${i}` } });
  await expect(log(page).getByText('aviso 45')).toBeVisible();
  const again = await open(ana, `/chats/${uuid}`, look());
  await expect(log(again).getByText('aviso 45', { exact: true })).toBeInViewport();
  await log(again).focus();
  await expect(async () => {
    await again.keyboard.press('Home');
    await expect(log(again).getByText('@Bia Fontes')).toBeInViewport({ timeout: 500 });
  }).toPass();

  // Whoever is no member is shown nothing of it, also by a link.
  const outside = await open(admin, `/chats/${uuid}`);
  await expect(notices(outside).getByText('Acesso não permitido')).toBeVisible();
  await expect(outside).toHaveURL(/\/chats$/);
  await expect(outside.getByText('Nenhuma conversa ainda')).toBeVisible();

  await page.getByRole('button', { name: 'Ações da conversa' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Título' }).fill('Equipe toda');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByRole('heading', { name: 'Equipe toda' })).toBeVisible();
  await page.getByRole('button', { name: 'Ações da conversa' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Excluir' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect(other).toHaveURL(/\/chats$/);
});
