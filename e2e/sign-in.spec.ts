import type { Page } from '@playwright/test';
import { signIn } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import { operator } from './balcao.ts';
import { givenDesk, givenOpenTicket, password } from './desk.ts';
import { expect, test } from './journey.ts';

test('a company signs up and is signed in, with its e-mail kept and no warning on the first day', async ({ open }) => {
  const page = await open(null, '/');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('E-mail').fill('dona.lia@solnascente.example');
  await page.getByRole('link', { name: 'Cadastre sua empresa' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('dona.lia@solnascente.example');
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(page.getByText('Obrigatório')).toHaveCount(2);

  await page.getByLabel('Nome da empresa').fill('Padaria Sol Nascente');
  await page.getByLabel('Telefone').pressSequentially('48905550142');
  await expect(page.getByLabel('Telefone')).toHaveValue('(48) 90555-0142');
  await page.getByRole('textbox', { name: 'Senha' }).fill('1234');
  await page.getByRole('combobox', { name: 'Plano' }).click();
  await page.getByRole('option', { name: /Plano 1/ }).click();
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(page.getByText('Muito curto!')).toBeVisible();
  await page.getByRole('textbox', { name: 'Senha' }).fill('pao-quentinho');
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(page).toHaveURL(/\/first-steps$/);
  await expect(page.getByText(/Padaria Sol Nascente · teste grátis até/)).toBeVisible();
  await expect(page.getByText(/Ativo até \d\d\/\d\d\/\d{4}/)).toBeVisible();

  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await enter(page, 'dona.lia@solnascente.example', 'pao-quente');
  await expect(page.getByRole('alert').getByText('E-mail ou senha não conferem.')).toBeVisible();
  await enter(page, 'dona.lia@solnascente.example', 'pao-quentinho');
  await expect(page).toHaveURL(/\/first-steps$/);
  await expect(page.getByText('Conta criada')).toBeVisible();
  await expect(page.getByText(/Sua assinatura vence/)).toHaveCount(0);

  // Whoever asks for the dashboard is given it, also before the first answer.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.getByText('30', { exact: true }).click();
  await expect(page).toHaveURL(/\/\?days=30$/);
  await page.getByRole('button', { name: 'Painel na parede' }).click();
  await expect(page.getByRole('dialog', { name: 'Painel ao vivo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/\?days=30$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Tags' }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.goto(new URL('/tags', page.url()).href);
  await page.goto(new URL('/', page.url()).href);
  await expect(page).toHaveURL(/\/first-steps$/);
});

test('a forgotten password is set again by the code of a mail', async ({ balcao, desk, open }) => {
  const { email } = desk.ana.user;
  const page = await open(null, '/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByText('Email enviado com sucesso!')).toBeVisible();
  const reader = await signIn(balcao.url, operator.email, operator.password, newIp());
  let text: string | null = null;
  await expect(async () => {
    const mail = (await reader.call('GET /v1/mails')).mails.find(({ recipient }) => recipient === email);
    text = (await reader.call('GET /v1/mails/:mailId', { params: { mailId: mail?.id ?? 0 } })).text;
  }).toPass();
  await page.getByLabel('Código').fill(/[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text ?? '')?.[0] ?? '');
  await page.getByRole('textbox', { name: 'Nova senha', exact: true }).fill('Pao-Quentinho-1');
  await page.getByRole('textbox', { name: 'Confirme a nova senha' }).fill('Pao-Quentinho-1');
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(page.getByText('Senha redefinida com sucesso.')).toBeVisible();
  await enter(page, email, 'Pao-Quentinho-1');
  await expect(page.getByText('Ana Beatriz', { exact: true })).toBeVisible();
});

test('a session survives a reload, is refreshed by two tabs at once, and ends in both by leaving one', async ({ desk, open, balcao }) => {
  const page = await open(null, '/login');
  await balcao.sql(`update companies set due_date = current_date + 365 where id = $1`, [desk.admin.user.companyId]);
  await enter(page, desk.ana.user.email, password);
  await expect(page.getByText('Ana Beatriz', { exact: true })).toBeVisible();
  await expect(page.getByText('Sua assinatura vence')).toHaveCount(0);
  await page.goto(`${balcao.url}/login`);
  await expect(page).toHaveURL(/\/tickets/);

  const other = await page.context().newPage();
  await other.goto(balcao.url);
  await expect(other.getByText('Ana Beatriz', { exact: true })).toBeVisible();
  // Each tab renews the session when it opens; here both do at the same moment.
  const renewals: string[] = [];
  page.context().on('request', (request) => request.url().endsWith('/auth/refresh_token') && renewals.push(request.url()));
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await expect(tab.getByText('Ana Beatriz', { exact: true })).toBeVisible();
    await tab.getByRole('link', { name: 'Contatos' }).click();
    await expect(tab.getByRole('heading', { name: 'Contatos', level: 1 })).toBeVisible();
  }
  expect(renewals.length).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await page.goto(`${balcao.url}/contacts`);
  await expect(page).toHaveURL(/\/login$/);
});

test('who signs in after somebody else sees nothing of what that one was shown', async ({ balcao, desk, open }) => {
  const helena = desk.customer('Helena Sampaio');
  await givenOpenTicket(desk, desk.ana, helena);
  const elsewhere = await givenDesk(balcao);
  const page = await open(desk.ana);
  const list = page.getByRole('region', { name: 'Lista de atendimentos' });
  await expect(list.getByText('Helena Sampaio')).toBeVisible();
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/tickets\?/, async (route) => {
    await held;
    await route.continue();
  });
  await enter(page, elsewhere.bia.user.email, password);
  await expect(page.getByText('Bia Fontes', { exact: true })).toBeVisible();
  await expect(list).toBeVisible();
  await expect(list.getByText('Helena Sampaio')).toHaveCount(0);
  answer();
  await expect(list.getByText('Nenhuma conversa em atendimento')).toBeVisible();
});

test('signing in on another computer is told to the first, which is signed out without losing a word', async ({ balcao, desk, open }) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Otávio Brandão'));
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`);
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Sobre a sua mesa: chega');
  await expect(async () => {
    await signIn(balcao.url, desk.ana.user.email, password, newIp());
    await expect(page.getByText('Sua conta foi acessada em outro computador.').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Sua conta foi acessada em outro computador.' })).toBeVisible();
  const { origins } = await page.context().storageState();
  expect(origins.flatMap(({ localStorage }) => localStorage).some(({ name }) => name === 'token')).toBe(false);
  await enter(page, desk.ana.user.email, password);
  await page.getByRole('region', { name: 'Lista de atendimentos' }).getByRole('link', { name: 'Otávio Brandão' }).click();
  await expect(field).toHaveValue('Sobre a sua mesa: chega');
});

test('a computer that was offline during a sign-in on another one is signed out as it comes back', async ({
  balcao,
  desk,
  open,
  faults,
}) => {
  faults.allowed.push(/ERR_INTERNET_DISCONNECTED/);
  const page = await open(desk.bia, '/tickets');
  await expect(page.getByRole('region', { name: 'Lista de atendimentos' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('Sem conexão.')).toBeVisible({ timeout: 60_000 });
  await signIn(balcao.url, desk.bia.user.email, password, newIp());
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/login$/, { timeout: 60_000 });
  await expect(page.getByRole('status').filter({ hasText: 'Sua conta foi acessada em outro computador.' })).toBeVisible();
});

test('a sign-up that is half filled in speaks another language without being lost', async ({ open }) => {
  const page = await open(null, '/signup');
  await page.getByLabel('Nome da empresa').fill('Padaria Sol Nascente');
  await page.getByRole('textbox', { name: 'Senha' }).fill('pao-quentinho');
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('English');
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible();
  await expect(page.getByLabel('Company name')).toHaveValue('Padaria Sol Nascente');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('pao-quentinho');
});

test('an ended subscription is refused with its date, at the door and inside', async ({ balcao, desk, open }) => {
  const ended = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const text = `Opss! Sua assinatura venceu ${ended.split('-').reverse().join('/')}. Entre em contato com o Suporte para mais informações!`;
  await balcao.sql('update companies set due_date = $2 where id = $1', [desk.admin.user.companyId, ended]);
  const page = await open(null, '/login');
  await enter(page, desk.admin.user.email, password);
  await expect(page.getByText(text)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  const inside = await open(desk.bia);
  await expect(inside.getByText(text)).toBeVisible();
});

async function enter(page: Page, email: string, word: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(word);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
