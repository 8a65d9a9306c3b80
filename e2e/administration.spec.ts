import { expect, test } from './journey.ts';

test('queues are added and changed; name and colour are each one of a kind', async ({ desk, open }) => {
  const page = await open(desk.admin, '/queues');
  const table = page.getByRole('table', { name: 'Filas' });
  await expect(table.getByText('Vendas', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar fila' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar fila' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Vendas');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText('Já existe uma fila com este nome. Escolha outro.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Entregas');
  await dialog.getByLabel('Mensagem de saudação').fill('Olá! Tem o número do pedido à mão?');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(page.getByText('Fila salva com sucesso.')).toBeVisible();
  await expect(table.getByText('Entregas', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Ações de Entregas' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('dialog', { name: 'Excluir Entregas?' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(table.getByText('Entregas', { exact: true })).toHaveCount(0);
});

test('users are added up to what the plan allows, and a profile decides what is seen', async ({ balcao, desk, open }) => {
  const page = await open(desk.admin, '/users');
  const table = page.getByRole('table', { name: 'Usuários' });
  await expect(table.getByText('Ana Beatriz')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Adicionar usuário' });
  const save = () => dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Davi Nogueira');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(desk.ana.user.email);
  await dialog.getByRole('textbox', { name: 'Senha' }).fill('senha-do-davi');
  await save();
  await expect(dialog.getByText('Este e-mail já está em uso. Escolha outro.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(`davi-${desk.admin.user.companyId}@vertice.example`);
  await dialog.getByRole('combobox', { name: 'Filas' }).click();
  await page.getByRole('option', { name: 'Suporte' }).click();
  await page.keyboard.press('Escape');
  await save();
  await expect(page.getByText('Usuário adicionado com sucesso.')).toBeVisible();
  await expect(table.getByText('Davi Nogueira')).toBeVisible();

  await balcao.sql('update plans set users = 4');
  try {
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Elisa Prado');
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(`elisa-${desk.admin.user.companyId}@vertice.example`);
    await dialog.getByRole('textbox', { name: 'Senha' }).fill('senha-da-elisa');
    await save();
    await expect(dialog.getByText('O limite de usuários do plano foi atingido. Exclua um ou mude de plano.')).toBeVisible();
  } finally {
    await balcao.sql('update plans set users = 10');
  }

  const agent = await open(desk.ana, '/users');
  await expect(agent.getByText('Página não encontrada')).toBeVisible();
  const menu = agent.getByRole('navigation', { name: 'Principal' });
  for (const name of ['Contatos', 'Conexões', 'Configurações']) await expect(menu.getByRole('link', { name })).toBeVisible();
  for (const name of ['Usuários', 'Filas & Chatbot']) await expect(menu.getByRole('link', { name })).toHaveCount(0);

  // Made an admin while signed in, she sees the administration at once.
  await desk.admin.call('PUT /users/:userId', { params: { userId: desk.ana.user.id }, body: { profile: 'admin' } });
  await expect(menu.getByRole('link', { name: 'Usuários' })).toBeVisible();
});

test('the language and the theme are chosen once and stay', async ({ desk, open }) => {
  const page = await open(desk.admin, '/contacts', { colorScheme: 'light' });
  await expect(page.getByRole('heading', { name: 'Contatos', level: 1 })).toBeVisible();
  for (const [language, heading, account] of [
    ['English', 'Contacts', 'Your account'],
    ['Español', 'Contactos', 'Tu cuenta'],
  ] as const) {
    await page.getByRole('button', { name: /Sua conta|Your account/ }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: account })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('menuitemradio', { name: 'Português' }).click();

  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: 'Usar tema escuro' }).click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

/** So that a page of a list is longer than two screenfuls, and the next is not asked for before anybody scrolls. */
const low = { viewport: { width: 1280, height: 320 } };

test('of a long list nothing is missing when a record goes while it is read', async ({ desk, open }) => {
  const names = Array.from({ length: 45 }, (_, i) => `Tag ${String(i + 1).padStart(2, '0')}`);
  const tags = await Promise.all(names.map((name) => desk.admin.call('POST /tags', { body: { name } })));
  const page = await open(desk.admin, '/tags', low);
  const cells = page.getByRole('table', { name: 'Tags' }).getByText(/^Tag \d\d$/);
  await expect(cells).toHaveCount(20);
  await desk.ana.call('DELETE /tags/:tagId', { params: { tagId: tags[2]?.id ?? 0 } });
  await expect(cells.filter({ hasText: 'Tag 03' })).toHaveCount(0);
  const left = names.filter((name) => name !== 'Tag 03');
  await expect(async () => {
    await cells.last().scrollIntoViewIfNeeded();
    expect(await cells.allTextContents()).toEqual(left);
  }).toPass();
});

test('when the rest of a list does not come, it says so and is asked for again', async ({ desk, open, faults }) => {
  faults.allowed.push(/status of 500/);
  const names = Array.from({ length: 25 }, (_, i) => `Tag ${String(i + 1).padStart(2, '0')}`);
  await Promise.all(names.map((name) => desk.admin.call('POST /tags', { body: { name } })));
  const page = await open(desk.admin, '/tags', low);
  const cells = page.getByRole('table', { name: 'Tags' }).getByText(/^Tag \d\d$/);
  await expect(cells).toHaveCount(20);
  const second = /\/tags\/?\?.*pageNumber=2/;
  await page.route(second, (route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL_SERVER_ERROR' } }));
  await cells.last().scrollIntoViewIfNeeded();
  const alert = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar o resto da lista' });
  await expect(alert).toBeVisible();
  await page.unroute(second);
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(cells).toHaveText(names);
  await expect(alert).toHaveCount(0);
});
