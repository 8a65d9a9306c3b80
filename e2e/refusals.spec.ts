// What the pages of the administration refuse: by role, by plan, and what is not filled in as it should be.
import { utils, write } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { givenUser } from '../server/test/people.ts';
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { goTo, pageOf, type Records, records } from './records.ts';

test('an agent is not let in where admins work, and changes nothing where all may look', async ({ desk, open }) => {
  await desk.admin.call('POST /quick-messages', { body: { shortcode: 'prazo', message: 'Sai em dois dias.', geral: true } });
  const page = await open(desk.ana, '/users');
  for (const path of ['/users', '/queues', '/consents', '/simulator', '/queue-integration', '/prompts', '/automations']) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByText('Página não encontrada')).toBeVisible();
  }
  for (const [path, seen] of [
    ['/connections', 'Loja Centro'],
    ['/quick-messages', '/prazo'],
  ] as const) {
    await page.goto(new URL(path, page.url()).href);
    const row = page.getByRole('row').filter({ hasText: seen });
    await expect(row).toBeVisible();
    await expect(row.getByRole('button', { name: /^(Ações|Desconectar)/ })).toHaveCount(0);
    await row.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Adicionar WhatsApp' })).toHaveCount(0);
});

test('who loses the administration while editing there is shown out', async ({ balcao, desk, open }) => {
  const other = await givenUser(balcao.url, desk.admin, { name: 'Marina Sales', profile: 'admin' });
  const page = await open(other, '/users');
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await expect(page.getByRole('dialog', { name: 'Adicionar usuário' })).toBeVisible();
  await desk.admin.call('PUT /users/:userId', { params: { userId: other.user.id }, body: { profile: 'user' } });
  await expect(page.getByText('Página não encontrada')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('queues and connections are added up to what the plan allows', async ({ balcao, desk, open }) => {
  await balcao.sql('update plans set queues = 2, connections = 1');
  try {
    const page = await open(desk.admin, '/queues');
    const queues = pageOf(page, kindAt('/queues'));
    await queues.startAdding();
    await queues.adding.getByRole('textbox', { name: 'Nome' }).fill('Entregas');
    await queues.adding.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await expect(queues.adding.getByText('O limite de filas do plano foi atingido. Exclua uma ou mude de plano.')).toBeVisible();

    const second = await open(desk.admin, '/connections');
    await second.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
    const wizard = second.getByRole('dialog', { name: 'Conectar um WhatsApp' });
    await wizard.getByRole('radio', { name: /Simulador/ }).check();
    await wizard.getByRole('button', { name: 'Continuar' }).click();
    await wizard.getByRole('textbox', { name: 'Nome' }).fill('Treino');
    await wizard.getByRole('button', { name: 'Criar simulador' }).click();
    await expect(wizard.getByText('O limite de conexões do plano foi atingido. Exclua uma ou mude de plano.')).toBeVisible();
  } finally {
    await balcao.sql('update plans set queues = 10, connections = 10');
  }
});

/** On each page: what is asked for when nothing is filled in, and what is said of a text too short. */
const short: [path: string, text: string, said: string][] = [
  ['/users', 'D', 'Muito curto!'],
  ['/queues', 'E', 'Muito curto!'],
  ['/tags', 'Or', 'Mensagem muito curta'],
  ['/contacts', 'H', 'Muito pequeno!'],
  ['/files', 'Ca', 'nome muito curto'],
];
test('a form is not sent before it is filled in', async ({ desk, open }) => {
  const page = await open(desk.admin, '/users');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  for (const [path, text, said] of short) {
    await goTo(page, path);
    const kind = kindAt(path);
    const { startAdding, adding } = pageOf(page, kind);
    await startAdding();
    const add = adding.getByRole('button', { name: 'Adicionar', exact: true });
    await add.click();
    await expect(adding.getByText('Obrigatório')).toHaveCount(kind.fields.length);
    const name = adding.getByRole('textbox', { name: 'Nome', exact: true });
    await expect(name).toBeFocused();
    await name.fill(text);
    await add.click();
    await expect(adding.getByText(said)).toBeVisible();
    expect(sent.filter((url) => url.includes(path.slice(1)))).toEqual([]);
    await name.fill('');
    await page.keyboard.press('Escape');
    await expect(adding).toBeHidden();
  }
});

/** Two records of each, of which the second is to take the name of the first. */
const taken: { path: string; names: [string, string]; said: string }[] = [
  { path: '/queues', names: ['Vendas', 'Suporte'], said: 'Já existe uma fila com este nome. Escolha outro.' },
  { path: '/tags', names: ['Orçamento', 'Troca'], said: 'Já existe uma tag com este nome. Escolha outro.' },
  { path: '/files', names: ['Catálogo', 'Manuais'], said: 'Já existe uma lista de arquivos com este nome. Escolha outro.' },
  { path: '/queue-integration', names: ['Robô um', 'Robô dois'], said: 'Já existe uma integração com este nome. Escolha outro.' },
  { path: '/quick-messages', names: ['prazo', 'frete'], said: 'Já existe uma resposta rápida com este atalho. Escolha outro.' },
];
test('a taken name is refused at its field, and another one saved', async ({ desk, open }) => {
  const page = await open(desk.admin, '/queues');
  for (const { path, names, said } of taken) {
    for (const name of names) {
      if (path === '/tags') await desk.admin.call('POST /tags', { body: { name } });
      if (path === '/files') await desk.admin.call('POST /files', { body: { name, message: 'Segue!' } });
      if (path === '/quick-messages') await desk.admin.call('POST /quick-messages', { body: { shortcode: name, message: 'Oi!' } });
      const integration = { type: 'webhook', name, urlN8N: 'https://bot.example' } as const;
      if (path === '/queue-integration') await desk.admin.call('POST /queueIntegration', { body: integration });
    }
    await goTo(page, path);
    const { open: openRow, nameField, save, editing, row } = pageOf(page, kindAt(path));
    await openRow(names[1]);
    await nameField.fill(names[0]);
    await save();
    await expect(editing.getByText(said)).toBeVisible();
    await expect(nameField).toHaveAttribute('aria-invalid', 'true');
    await nameField.fill(`${names[1]} 2`);
    await save();
    await expect(row(`${names[1]} 2`)).toBeVisible();
  }
});

test('a note is deleted by its author and by admins, whoever looks on', async ({ desk, open }) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Jussara Quadros'));
  const about = { ticketId: ticket.id, contactId: ticket.contactId };
  for (const note of ['Prefere a manhã.', 'Mora no segundo andar.'])
    await desk.ana.call('POST /ticket-notes', { body: { note, ...about } });
  await desk.ana.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open', userId: desk.bia.user.id } });
  const wide = { viewport: { width: 1440, height: 900 } };
  const [bia, admin] = await Promise.all([desk.bia, desk.admin].map((who) => open(who, `/tickets/${ticket.uuid}`, wide)));
  if (!bia || !admin) throw new Error('two pages were opened');
  const notes = (page: Page) => page.getByRole('list', { name: 'Observações' }).getByRole('listitem');
  await expect(notes(bia)).toHaveCount(2);
  await expect(bia.getByRole('button', { name: 'Excluir observação' })).toHaveCount(0);
  await notes(admin).filter({ hasText: 'segundo andar' }).getByRole('button', { name: 'Excluir observação' }).click();
  await admin.getByRole('dialog', { name: 'Excluir a observação?' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(notes(bia)).toHaveText([/Prefere a manhã/]);
});

test('a file that is no spreadsheet is refused; what comes from a good one is seen by all', async ({ desk, open }) => {
  const [page, watcher] = await Promise.all([open(desk.admin, '/contacts'), open(desk.ana, '/contacts')]);
  await expect(watcher.getByText('Seus contatos ficam aqui')).toBeVisible();
  await page.getByRole('button', { name: 'Importar / Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar planilha' });
  const pick = async (name: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Escolher planilha' }).click();
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  await pick('clientes.xlsx', Buffer.from('PK, mas não é uma planilha'));
  await expect(dialog.getByText('Não foi possível ler a planilha. Salve-a de novo como .xlsx e tente outra vez.')).toBeVisible();
  await pick('sem-numero.xlsx', sheetOf([['Cliente'], ['Inês Carvalhal']]));
  const unmapped = page.getByRole('dialog', { name: 'Importar sem-numero.xlsx' });
  await expect(unmapped.getByText('Escolha a coluna do número.')).toBeVisible();
  await expect(unmapped.getByRole('button', { name: 'Importar 1 linha', exact: true })).toBeDisabled();
  await unmapped.getByRole('button', { name: 'Outra planilha' }).click();
  await pick(
    'clientes.xlsx',
    sheetOf([
      ['Nome', 'Telefone'],
      ['Inês Carvalhal', '48905550177'],
    ]),
  );
  await page.getByRole('dialog', { name: 'Importar clientes.xlsx' }).getByRole('button', { name: 'Importar 1 linha', exact: true }).click();
  await expect(watcher.getByRole('table', { name: 'Contatos' }).getByText('Inês Carvalhal')).toBeVisible();
});

function kindAt(path: string): Records {
  const kind = records.find((one) => one.path === path);
  if (!kind) throw new Error(`there are no records at ${path}`);
  return kind;
}

function sheetOf(rows: string[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Clientes');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
