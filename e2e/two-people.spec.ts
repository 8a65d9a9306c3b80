// Two people at the same page: what one does, the other sees; and when both change the same record, neither loses it unasked.
import type { Page } from '@playwright/test';
import { type Client, signIn } from '../server/test/client.ts';
import { givenUser, newIp, password } from '../server/test/people.ts';
import type { Balcao } from './balcao.ts';
import type { Desk } from './desk.ts';
import { expect, test } from './journey.ts';
import { goTo, operatorRecords, pageOf, type Records, records } from './records.ts';

const choice = (page: Page, name: 'Carregar os valores novos' | 'Manter os meus') => page.getByRole('button', { name });

// Some in one journey: to open two browsers costs as much as to try one more page.
for (const kinds of [records.slice(0, 4), records.slice(4, 7), records.slice(7), operatorRecords]) {
  const paths = kinds.map(({ path }) => path).join(', ');
  test(`${paths}: what one does, the other sees; two change one record, then one deletes it`, async ({ balcao, desk, open }) => {
    const pages = await Promise.all((await twoPeople(balcao, desk, kinds === operatorRecords)).map((who) => open(who, '/tags')));
    for (const kind of kinds) {
      await Promise.all(pages.map((page) => goTo(page, kind.path)));
      await changeTogether(pages, kind, `davi-${desk.admin.user.companyId}@vertice.example`);
    }
  });
}

test('who comes back to a page finds what others did meanwhile, and who stays may choose it', async ({ balcao, desk, open }) => {
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  const page = await open(other, '/queues');
  const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Filas & Chatbot' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Filas' })).toBeVisible();
  await go('Usuários');
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar usuário' });
  await dialog.getByLabel('Filas').click();
  await desk.admin.call('POST /queue', { body: { name: 'Plantão', color: '#010203' } });
  await expect(page.getByRole('option', { name: 'Plantão' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await go('Tags');
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible();
  await desk.admin.call('POST /queue', { body: { name: 'Ouvidoria', color: '#020304' } });
  const person = { name: 'Davi Nogueira', email: `davi-${desk.admin.user.companyId}@vertice.example`, password: 'senha-do-davi' };
  await desk.admin.call('POST /users', { body: person });
  await go('Filas & Chatbot');
  await expect(page.getByText('Ouvidoria')).toBeVisible();
  await go('Usuários');
  await expect(page.getByText('Davi Nogueira')).toBeVisible();
});

test('a connection is renamed and deleted while another admin edits it', async ({ balcao, desk, open }) => {
  const { id } = await desk.admin.call('POST /whatsapp', { body: { name: 'Treino', channel: 'simulator', queueIds: [desk.sales] } });
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  const page = await open(other, '/connections');
  await page.getByRole('table', { name: 'Conexões' }).getByText('Treino', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar conexão' });
  const name = dialog.getByRole('textbox', { name: 'Nome', exact: true });
  await name.fill('Treino da tarde');
  const params = { whatsappId: id };
  await desk.admin.call('PUT /whatsapp/:whatsappId', { params, body: { name: 'Treino da equipe' } });
  await expect(choice(page, 'Manter os meus')).toBeVisible();
  await expect(name).toHaveValue('Treino da tarde');
  await choice(page, 'Carregar os valores novos').click();
  await expect(name).toHaveValue('Treino da equipe');
  await desk.admin.call('DELETE /whatsapp/:whatsappId', { params });
  await expect(dialog.getByText(/^Outra pessoa excluiu este registro\./)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Salvar', exact: true })).toBeDisabled();
});

test('fields left alone follow the other editor, and saving touches only what was typed', async ({ desk, open }) => {
  const { id } = await desk.admin.call('POST /contacts', {
    body: { name: 'Helena Sampaio', number: '5548905550142', email: 'helena@sampaio.example' },
  });
  const page = await open(desk.ana, '/contacts');
  const { editing, nameField, open: openRow, save, row } = pageOf(page, records.find(({ path }) => path === '/contacts') ?? raise());
  await openRow('Helena Sampaio');
  await nameField.fill('Helena Reis');
  const extraInfo = [{ name: 'Aniversário', value: '12 de maio' }];
  await desk.admin.call('PUT /contacts/:contactId', { params: { contactId: id }, body: { email: 'lena@reis.example', extraInfo } });
  await expect(editing.getByLabel('E-mail')).toHaveValue('lena@reis.example');
  await expect(editing.getByLabel('Valor do campo 1')).toHaveValue('12 de maio');
  await expect(nameField).toHaveValue('Helena Reis');
  await choice(page, 'Manter os meus').click();
  await save();
  await expect(row('Helena Reis')).toBeVisible();
  expect(await desk.admin.call('GET /contacts/:contactId', { params: { contactId: id } })).toMatchObject({
    name: 'Helena Reis',
    email: 'lena@reis.example',
    extraInfo,
  });
});

test('two admins set the hours and the minutes of the company', async ({ balcao, desk, open }) => {
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  await desk.admin.call('PUT /settings/:settingKey', { params: { settingKey: 'scheduleType' }, body: { value: 'company' } });
  const [page, second] = await Promise.all([open(desk.admin, '/settings?tab=hours'), open(other, '/settings?tab=hours')]);
  const begin = (at: Page) => at.getByRole('textbox', { name: 'Segunda-feira: início' });
  const set = async (at: Page, from: string, to: string) => {
    await begin(at).fill(from);
    await at.getByRole('textbox', { name: 'Segunda-feira: fim' }).fill(to);
  };
  const save = (at: Page) => at.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(begin(second)).toBeVisible();
  await set(page, '08:00', '18:00');
  await set(second, '09:30', '19:00');
  await save(second);
  await expect(choice(page, 'Manter os meus')).toBeVisible();
  await expect(begin(page)).toHaveValue('08:00');
  await save(page);
  await page.getByRole('dialog', { name: 'Salvar por cima?' }).getByRole('button', { name: 'Continuar editando' }).click();
  await choice(page, 'Manter os meus').click();
  await save(page);
  await expect(begin(second)).toHaveValue('08:00');

  for (const at of [page, second]) await at.getByRole('tab', { name: 'Opções' }).click();
  const minutes = (at: Page) => at.getByRole('textbox', { name: 'Reabrir conversa encerrada' });
  await minutes(page).fill('90');
  await minutes(second).fill('240');
  await minutes(second).press('Enter');
  await choice(page, 'Carregar os valores novos').click();
  await expect(minutes(page)).toHaveValue('240 minutos');
});

test('two admins set how a queue and a person are given conversations', async ({ balcao, desk, open }) => {
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  const dialogs = async (path: string, row: string, name: string) =>
    Promise.all(
      [desk.admin, other].map(async (who) => {
        const page = await open(who, path);
        await page.getByRole('row').filter({ hasText: row }).click();
        return { page, dialog: page.getByRole('dialog', { name }) };
      }),
    );
  const [one, two] = await dialogs('/queues', 'Vendas', 'Editar fila');
  if (!one || !two) throw new Error('two pages were opened');
  const spread = ({ dialog }: typeof one) => dialog.getByRole('combobox', { name: 'Distribuição', exact: true });
  for (const [at, mode] of [
    [one, 'Quem tem menos conversas'],
    [two, 'Uma pessoa de cada vez, em rodízio'],
  ] as const) {
    await spread(at).click();
    await at.page.getByRole('option', { name: mode, exact: true }).click();
  }
  const capacity = ({ dialog }: typeof one) => dialog.getByRole('textbox', { name: 'Conversas por pessoa' });
  await capacity(two).fill('3');
  const save = ({ dialog }: typeof one) => dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await save(two);
  await choice(one.page, 'Carregar os valores novos').click();
  await expect(spread(one)).toHaveValue('Uma pessoa de cada vez, em rodízio');
  await expect(capacity(one)).toHaveValue('3');

  const [own, others] = await dialogs('/users', 'Ana Beatriz', 'Editar usuário');
  if (!own || !others) throw new Error('two pages were opened');
  await capacity(own).fill('2');
  await capacity(others).fill('7');
  await save(others);
  await choice(own.page, 'Manter os meus').click();
  await save(own);
  await expect(own.dialog).toBeHidden();
  const { user } = desk.ana;
  expect((await desk.admin.call('GET /users/:userId', { params: { userId: user.id } })).assignmentCapacity).toBe(2);
});

test('a person changes the own profile while an admin does, and signs in with the new password', async ({ balcao, desk, open }) => {
  const [page, tab] = await Promise.all([open(desk.ana, '/contacts'), open(desk.ana, '/tags')]);
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Perfil' });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const save = () => dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await field('Nome').fill('A');
  await field('E-mail').fill('ana@');
  await field('Nova senha').fill('1234');
  await save();
  await expect(dialog.getByText('Muito curto!')).toHaveCount(2);
  await expect(dialog.getByText('E-mail inválido')).toBeVisible();
  await field('Nome').fill('Ana B.');
  await field('E-mail').fill(desk.bia.user.email);
  await expect(field('Senha atual')).toBeVisible();
  await field('Nova senha').fill('senha-nova-da-ana');
  await save();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await expect(field('Senha atual')).toBeFocused();
  await field('Senha atual').fill('senha-de-outra');
  await save();
  await expect(dialog.getByText('Não confere. Tente de novo.')).toBeVisible();
  await field('Senha atual').fill(password);
  await save();
  await expect(dialog.getByText('Este e-mail já está em uso. Escolha outro.')).toBeVisible();
  await field('E-mail').fill(desk.ana.user.email);
  await field('Nova senha').fill('');
  await expect(field('Senha atual')).toBeHidden();

  await desk.admin.call('PUT /users/:userId', { params: { userId: desk.ana.user.id }, body: { name: 'Ana Beatriz Lopes' } });
  await expect(dialog.getByText('Outra pessoa mudou este registro. O que você escreveu continua aqui.')).toBeVisible();
  await expect(field('Nome')).toHaveValue('Ana B.');
  await choice(page, 'Carregar os valores novos').click();
  await expect(field('Nome')).toHaveValue('Ana Beatriz Lopes');
  await field('Nome').fill('Ana Lopes');
  await field('Nova senha').fill('senha-nova-da-ana');
  await field('Senha atual').fill(password);
  await save();
  await expect(dialog).toBeHidden();
  await expect(tab.getByText('Ana Lopes', { exact: true })).toBeVisible();
  expect((await signIn(balcao.url, desk.ana.user.email, 'senha-nova-da-ana', newIp())).user.name).toBe('Ana Lopes');
});

/** One adds, both change and one deletes a record of the page that is open in both. */
async function changeTogether(pages: Page[], kind: Records, email: string): Promise<void> {
  const [one, two] = pages.map((page) => pageOf(page, kind));
  const [page] = pages;
  if (!one || !two || !page) throw new Error('two pages were opened');
  const name = kind.fields[0]?.[1] ?? '';
  await one.add(email);
  await expect(two.row(name)).toBeVisible();
  await one.open(name);
  await one.nameField.fill(kind.renamed);
  await one.save();
  await expect(two.row(kind.renamed)).toBeVisible();
  await expect(two.row(name)).toHaveCount(0);
  await expect(one.editing).toBeHidden();

  await Promise.all([one.open(kind.renamed), two.open(kind.renamed)]);
  await one.nameField.fill(`${kind.renamed} 1`);
  await two.nameField.fill(`${kind.renamed} 2`);
  await two.save();
  await expect(one.editing.getByText('Outra pessoa mudou este registro. O que você escreveu continua aqui.')).toBeVisible();
  await expect(one.nameField).toHaveValue(`${kind.renamed} 1`);

  await one.save();
  const asked = page.getByRole('dialog', { name: 'Salvar por cima?' });
  await asked.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(two.row(`${kind.renamed} 2`)).toBeVisible();
  await choice(page, 'Carregar os valores novos').click();
  await expect(one.nameField).toHaveValue(`${kind.renamed} 2`);
  await one.nameField.fill(`${kind.renamed} 3`);

  await two.remove(`${kind.renamed} 2`);
  await expect(two.row(`${kind.renamed} 2`)).toHaveCount(0);
  await expect(one.editing.getByText(/^Outra pessoa excluiu este registro\./)).toBeVisible();
  await expect(one.nameField).toHaveValue(`${kind.renamed} 3`);
  await expect(one.editing.getByRole('button', { name: 'Salvar', exact: true })).toBeDisabled();
  await one.editing.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await expect(one.editing).toBeHidden();
  await expect(one.row(`${kind.renamed} 2`)).toHaveCount(0);
}

function raise(): never {
  throw new Error('the page is not among the records');
}

/** Two admins of a company; as operators, who are signed in anew since the server remembers for a moment who somebody is. */
async function twoPeople({ url, sql }: Balcao, { admin }: Desk, operators: boolean): Promise<Client[]> {
  const people = [admin, await givenUser(url, admin, { name: 'Marina Sales', profile: 'admin' })];
  if (!operators) return people;
  await sql('update users set super = true where id = any($1)', [people.map(({ user }) => user.id)]);
  return Promise.all(people.map(({ user }) => signIn(url, user.email, password, newIp())));
}
