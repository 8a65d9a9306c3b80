import { readFile } from 'node:fs/promises';
import { read, utils, write } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { givenUser } from '../server/test/people.ts';
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine } from './looks.ts';
import { fileOf } from './media.ts';

const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text);
const panel = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' });
/** So wide that the contact stands beside the conversation. */
const wide = { viewport: { width: 1440, height: 900 } };

test('tags are added, changed before the eyes of others, and deleted after a question', async ({ balcao, desk, open }) => {
  const supervisor = await givenUser(balcao.url, desk.admin, { name: 'Sílvia Torres', profile: 'supervisor', queueIds: [desk.sales] });
  const [agent, chief] = await Promise.all([open(desk.ana, '/tags'), open(supervisor, '/tags')]);
  await expect(chief.getByText('Crie sua primeira tag')).toBeVisible();
  const table = (page: Page) => page.getByRole('table', { name: 'Tags' });

  await agent.getByRole('button', { name: 'Adicionar tag' }).first().click();
  const dialog = agent.getByRole('dialog', { name: 'Adicionar tag' });
  const name = dialog.getByRole('textbox', { name: 'Nome' });
  const add = dialog.getByRole('button', { name: 'Adicionar', exact: true });
  await add.click();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await name.fill('Or');
  await add.click();
  await expect(dialog.getByText('Mensagem muito curta')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Usar como coluna do kanban' })).toHaveCount(0);
  await name.fill('Orçamento');
  await add.click();
  await expect(notice(agent, 'Tag salva com sucesso.')).toBeVisible();
  await expect(table(chief).getByText('Orçamento')).toBeVisible();

  await agent.getByRole('button', { name: 'Adicionar tag' }).first().click();
  await name.fill('orçamento');
  await add.click();
  await expect(dialog.getByText('Já existe uma tag com este nome. Escolha outro.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await agent.getByRole('button', { name: 'Descartar' }).click();

  await table(chief).getByText('Orçamento').click();
  const editing = chief.getByRole('dialog', { name: 'Editar tag' });
  await editing.getByRole('textbox', { name: 'Nome' }).fill('Orçamento enviado');
  await editing.getByRole('checkbox', { name: 'Usar como coluna do kanban' }).check();
  await editing.getByRole('button', { name: 'Salvar' }).click();
  await expect(table(agent).getByRole('row', { name: /Orçamento enviado Coluna/ })).toBeVisible();

  await chief.getByRole('button', { name: 'Ações de Orçamento enviado' }).click();
  await chief.getByRole('menuitem', { name: 'Excluir' }).click();
  const sure = chief.getByRole('dialog', { name: 'Excluir Orçamento enviado?' });
  await expect(sure.getByText('Deseja realmente excluir este registro? Os atendimentos que têm esta tag ficam sem ela.')).toBeVisible();
  await sure.getByRole('button', { name: 'Excluir' }).click();
  await expect(notice(chief, 'Tag excluída com sucesso.')).toBeVisible();
  await expect(agent.getByText('Crie sua primeira tag')).toBeVisible();
});

test('a tag put on a ticket and a note about it are there for the others at once', async ({ desk, open }) => {
  await desk.admin.call('POST /tags', { body: { name: 'Orçamento', color: '#1164a9' } });
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Jussara Quadros'));
  const path = `/tickets/${ticket.uuid}`;
  const [page, list, admin] = await Promise.all([open(desk.ana, path, wide), open(desk.ana), open(desk.admin, path, wide)]);
  const row = list.getByRole('region', { name: 'Lista de atendimentos' }).locator(`[data-ticket="${ticket.id}"]`);
  await expect(row).toBeVisible();
  await expect(panel(admin).getByText('O cliente não vê.')).toBeVisible();

  await panel(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByRole('combobox', { name: 'Buscar ou criar tag' }).fill('orça');
  await page.getByRole('option', { name: 'Orçamento' }).click();
  await expect(panel(page).getByRole('button', { name: 'Tirar a tag Orçamento' })).toBeVisible();
  await expect(row.getByTitle('Orçamento')).toBeVisible();
  await expect(panel(admin).getByRole('button', { name: 'Tirar a tag Orçamento' })).toBeVisible();
  await panel(admin).getByRole('button', { name: 'Tirar a tag Orçamento' }).click();
  await expect(row.getByTitle('Orçamento')).toHaveCount(0);

  const note = panel(page).getByRole('textbox', { name: 'Nova observação' });
  await note.fill('x');
  await panel(page).getByRole('button', { name: 'Adicionar observação' }).click();
  await expect(panel(page).getByText('Muito curto!')).toBeVisible();
  await note.fill('Prefere entrega pela manhã.');
  await note.press('Control+Enter');
  await expect(notice(page, 'Observação adicionada com sucesso!')).toBeVisible();
  await expect(note).toHaveValue('');
  const told = panel(admin).getByRole('list', { name: 'Observações' }).getByRole('listitem');
  await expect(told).toContainText(['Prefere entrega pela manhã.']);
  await expect(told).toContainText(['Ana Beatriz']);

  await panel(page).getByRole('button', { name: 'Excluir observação' }).click();
  await page.getByRole('dialog', { name: 'Excluir a observação?' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(notice(page, 'Observação excluída com sucesso!')).toBeVisible();
  await expect(panel(admin).getByText('O cliente não vê.')).toBeVisible();
});

test('a quick message is written once and inserted by its shortcode, filled in', async ({ desk, open }) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Otávio Brandão'));
  const [author, agent] = await Promise.all([open(desk.admin, '/quick-messages'), open(desk.ana, `/tickets/${ticket.uuid}`)]);
  const field = agent.getByRole('textbox', { name: 'Mensagem', exact: true });
  await expect(field).toBeVisible();

  await author.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click();
  const dialog = author.getByRole('dialog', { name: 'Adicionar resposta rápida' });
  const add = dialog.getByRole('button', { name: 'Adicionar', exact: true });
  await add.click();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await expect(dialog.getByText('Escreva uma mensagem ou anexe um arquivo.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Atalho' }).fill('prazo');
  const message = dialog.getByRole('textbox', { name: 'Mensagem' });
  await message.fill('Oi, ');
  await dialog.getByRole('group', { name: 'Variáveis para Mensagem' }).getByRole('button', { name: 'Primeiro nome' }).click();
  await expect(message).toHaveValue('Oi, {{firstName}}');
  await expect(message).toBeFocused();
  await message.fill('Oi, {{firstName}}! O pedido {{protocol}} sai em dois dias.');
  await dialog.getByRole('switch', { name: 'Geral' }).check();
  await add.click();
  await expect(notice(author, 'Resposta rápida salva com sucesso.')).toBeVisible();
  await expect(author.getByRole('table', { name: 'Respostas Rápidas' }).getByText('/prazo')).toBeVisible();

  // Ana, who sat in her conversation all the while, is offered it.
  await field.pressSequentially('/pra');
  const offered = agent.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option');
  await expect(offered).toHaveCount(1);
  await expect(offered).toContainText('/prazo');
  await expect(offered).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(field).toHaveValue(`Oi, Otávio! O pedido ${ticket.protocol} sai em dois dias.`);
  await expect(field).toBeFocused();
});

test('what is filled in follows the time zone of the company as soon as it is another', async ({ desk, open }) => {
  await desk.admin.call('POST /quick-messages', { body: { shortcode: 'hora', message: 'São {{hour}}.', geral: true } });
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Otávio Brandão'));
  const agent = await open(desk.ana, `/tickets/${ticket.uuid}`);
  const field = agent.getByRole('textbox', { name: 'Mensagem', exact: true });
  const offered = agent.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option');
  const hourIn = (timeZone: string) => new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(new Date());
  // Seventeen hours apart.
  const [here, there] = [hourIn('America/Sao_Paulo'), hourIn('Pacific/Kiritimati')];
  await field.pressSequentially('/hora');
  await expect(offered).toContainText(`São ${here}:`);
  await desk.admin.call('PUT /settings/:settingKey', { params: { settingKey: 'timeZone' }, body: { value: 'Pacific/Kiritimati' } });
  await expect(offered).toContainText(`São ${there}:`);
  await field.press('Enter');
  await expect(field).toHaveValue(new RegExp(`^São ${there}:\\d\\d\\.$`));
});

test('files that go together are kept with their message', async ({ desk, open }) => {
  const [page, other] = await Promise.all([open(desk.admin, '/files'), open(desk.ana, '/files')]);
  await expect(other.getByText('Guarde juntos os arquivos que se usam juntos')).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar lista de arquivos' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar lista de arquivos' });
  const add = dialog.getByRole('button', { name: 'Adicionar', exact: true });
  await add.click();
  await expect(dialog.getByText('Obrigatório')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Ca');
  await add.click();
  await expect(dialog.getByText('nome muito curto')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Catálogo de mesas');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Segue o catálogo!');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Adicionar arquivos' }).click();
  await (await choosing).setFiles({ name: 'mesa-aroeira.jpg', mimeType: 'image/jpeg', buffer: await fileOf('table') });
  await dialog.getByRole('textbox', { name: 'Nome do arquivo 1' }).fill('Mesa Aroeira');
  await add.click();
  await expect(notice(page, 'Lista de arquivos salva com sucesso.')).toBeVisible();

  await other.getByRole('table', { name: 'Listas de arquivos' }).getByText('Catálogo de mesas').click();
  const opened = other.getByRole('dialog', { name: 'Editar lista de arquivos' });
  await expect(opened.getByRole('textbox', { name: 'Nome do arquivo 1' })).toHaveValue('Mesa Aroeira');
  await expect(opened.getByText('mesa-aroeira.jpg')).toBeVisible();
});

test('two admins edit the menu of one queue, and neither loses what is being typed', async ({ balcao, desk, open }) => {
  const chief = await givenUser(balcao.url, desk.admin, { name: 'Sílvia Torres', profile: 'admin' });
  const add = (title: string) =>
    desk.admin.call('POST /queue-options', { body: { queueId: desk.support, title, message: `Sobre ${title}` } });
  await add('Entrega');
  await add('Troca');
  const [one, two] = await Promise.all([open(desk.admin, '/queues', wide), open(chief, '/queues', wide)]);
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Editar fila' });
  const lines = (page: Page) => dialog(page).getByRole('list', { name: 'Opções do chatbot' }).getByRole('listitem');
  const openOptions = async (page: Page) => {
    await page.getByRole('table', { name: 'Filas' }).getByText('Suporte').click();
    await dialog(page)
      .getByRole('tab', { name: /Opções do chatbot/ })
      .click();
  };
  const save = async (page: Page) => {
    await dialog(page).getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(dialog(page)).toBeHidden();
  };
  for (const page of [one, two]) {
    await openOptions(page);
    await expect(lines(page)).toHaveCount(2);
  }
  const line = (page: Page, name: RegExp) => lines(page).filter({ has: page.getByRole('button', { name }) });
  const title = (page: Page) => dialog(page).getByRole('textbox', { name: 'Título no menu' });
  const answer = (page: Page) => dialog(page).getByRole('textbox', { name: 'Resposta do bot' });

  // One writes the answer of an option while the other changes its title and adds one.
  await line(one, /opção 1:/)
    .getByRole('button', { name: /opção 1:/ })
    .click();
  await answer(one).press('End');
  await answer(one).pressSequentially(' em todo o ');
  await line(two, /opção 1:/)
    .getByRole('button', { name: /opção 1:/ })
    .click();
  await title(two).fill('Entrega e frete');
  await dialog(two).getByRole('button', { name: 'Adicionar opção', exact: true }).click();
  await title(two).fill('Garantia');
  // Moved here, it is moved there when it is saved; the phone of the other shows it, too.
  await line(two, /opção 3: Garantia/)
    .getByRole('button', { name: /opção 3: Garantia/ })
    .press('Alt+ArrowUp');
  await expect(title(one)).toHaveValue('Entrega');
  await save(two);
  await expect(title(one)).toHaveValue('Entrega e frete');
  await expect(line(one, /opção 2: Garantia/)).toBeVisible();
  await expect(lines(one)).toHaveCount(3);
  await expect(answer(one)).toBeFocused();
  await expect(one.getByRole('log', { name: 'Conversa da prévia' })).toContainText('[ 2 ] - Garantia');
  await answer(one).pressSequentially('estado');
  await expect(answer(one)).toHaveValue('Sobre Entrega em todo o estado');

  // What is taken away while it is written comes back as a new one.
  await openOptions(two);
  await line(two, /opção 1:/)
    .getByRole('button', { name: 'Excluir Entrega e frete' })
    .click();
  await two.getByRole('dialog', { name: 'Excluir Entrega e frete?' }).getByRole('button', { name: 'Excluir' }).click();
  await save(two);
  await expect(notice(one, 'Outra pessoa excluiu a opção em que você escrevia.')).toBeVisible();
  await answer(one).pressSequentially('!');
  await expect(answer(one)).toHaveValue('Sobre Entrega em todo o estado!');
  await save(one);
  const saved = async () =>
    (await desk.admin.call('GET /queue-options', { query: { queueId: desk.support } })).map(({ title, message }) => [title, message]);
  await expect.poll(saved).toEqual([
    ['Entrega e frete', 'Sobre Entrega em todo o estado!'],
    ['Garantia', ''],
    ['Troca', 'Sobre Troca'],
  ]);
});

test('contacts come from a spreadsheet, which tells what it could not bring, and go out as a file', async ({ desk, open }) => {
  const page = await open(desk.admin, '/contacts');
  await expect(page.getByText('Seus contatos ficam aqui')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Importar / Exportar' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog', { name: 'Importar planilha' }).getByRole('button', { name: 'Escolher planilha' }).click();
  const buffer = sheetOf([
    ['Nome', 'Telefone', 'E-mail', 'Cidade'],
    ['Helena Sampaio', '(48) 90555-0142', 'helena@sampaio.example', 'Palhoça'],
    ['Caio Menezes', '123', '', ''],
    ['Inês Carvalhal', '48905550177', '', ''],
  ]);
  await (await choosing).setFiles({ name: 'clientes.xlsx', mimeType: 'application/octet-stream', buffer });
  const mapping = page.getByRole('dialog', { name: 'Importar clientes.xlsx' });
  await expect(mapping.getByRole('region', { name: 'Primeiras linhas da planilha' }).getByText('Caio Menezes')).toBeVisible();
  await examine(page, 'import-columns', { on: ['phone', 'wide'], themes: ['light'] });
  await mapping.getByRole('button', { name: 'Importar 3 linhas' }).click();

  const progress = page.getByRole('dialog', { name: 'Importação de clientes.xlsx' });
  await expect(progress.getByText('Importação concluída')).toBeVisible();
  const refused = progress.getByRole('region', { name: 'Linhas que não entraram' }).getByRole('row');
  await expect(refused).toHaveCount(2);
  await expect(refused.nth(1)).toContainText('Caio Menezes');
  await expect(refused.nth(1)).toContainText('Este número não é válido.');
  await examine(page, 'import-result', { on: ['phone', 'wide'], themes: ['light'] });
  const correcting = page.waitForEvent('download');
  await progress.getByRole('button', { name: 'Baixar linhas com erro (.xlsx)' }).click();
  const errors = await correcting;
  expect(errors.suggestedFilename()).toMatch(/^erros-\d+\.xlsx$/);
  const corrected = rowsOf(await readFile(await errors.path()));
  expect(corrected).toEqual([
    ['Nome', 'Número', 'E-mail', 'Motivo', 'Linha'],
    ['Caio Menezes', '123', '', 'Este número não é válido. Confira o DDD e os dígitos.', '3'],
  ]);
  await progress.getByRole('button', { name: 'Concluir' }).click();
  const table = page.getByRole('table', { name: 'Contatos' });
  await expect(table.getByText('Helena Sampaio')).toBeVisible();
  await expect(table.getByText('Inês Carvalhal')).toBeVisible();
  await expect(table.getByText('Caio Menezes')).toHaveCount(0);

  // Corrected, the same file goes in as it is.
  if (corrected[1]) corrected[1][1] = '(48) 90555-0188';
  corrected.push(['Helena de novo', '48 90555-0142']);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
  const again = page.waitForEvent('filechooser');
  await page.getByRole('dialog', { name: 'Importar planilha' }).getByRole('button', { name: 'Escolher planilha' }).click();
  await (await again).setFiles({ name: 'erros.xlsx', mimeType: 'application/octet-stream', buffer: sheetOf(corrected) });
  await page.getByRole('dialog', { name: 'Importar erros.xlsx' }).getByRole('button', { name: 'Importar 2 linhas' }).click();
  const repeated = page.getByRole('dialog', { name: 'Importação de erros.xlsx' });
  // A repeated number leads to the contact that has it, with what the first sheet said of it.
  await repeated.getByRole('button', { name: 'Abrir o contato de Helena de novo' }).click();
  const contact = page.getByRole('dialog', { name: 'Editar contato' });
  await expect(contact.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue('Helena Sampaio');
  await expect(contact.getByLabel('Valor do campo 1')).toHaveValue('Palhoça');
  await contact.getByRole('button', { name: 'Cancelar' }).click();
  await repeated.getByRole('button', { name: 'Concluir' }).click();
  await expect(table.getByText('Caio Menezes')).toBeVisible();

  // So does the form of a new contact.
  await page.getByRole('button', { name: 'Adicionar contato' }).click();
  const adding = page.getByRole('dialog', { name: 'Adicionar contato' });
  await adding.getByRole('textbox', { name: 'Nome', exact: true }).fill('Outra Helena');
  await adding.getByLabel('Número do WhatsApp').fill('48905550142');
  await adding.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await adding.getByRole('button', { name: 'Abrir o contato que tem este número' }).click();
  await page.getByRole('dialog', { name: 'Descartar alterações?' }).getByRole('button', { name: 'Descartar' }).click();
  await expect(contact.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue('Helena Sampaio');
  await contact.getByRole('button', { name: 'Cancelar' }).click();

  const downloading = page.waitForEvent('download');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Exportar contatos (.csv)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('contatos.csv');
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffname;number;email');
  expect(lines.slice(1).sort()).toEqual([
    '',
    'Caio Menezes;5548905550188;',
    'Helena Sampaio;5548905550142;helena@sampaio.example',
    'Inês Carvalhal;5548905550177;',
  ]);
});

function sheetOf(rows: string[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Clientes');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

function rowsOf(file: Buffer): string[][] {
  const book = read(file);
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}
