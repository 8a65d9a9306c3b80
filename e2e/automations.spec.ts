// What happens by itself: an automation from the form to the conversation and its log, and a queue that gives out what waits in it.
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

test('an admin makes an automation, tries it, sees what it did; a queue gives its conversations to who is there', async ({
  desk,
  open,
}) => {
  test.setTimeout(240_000);
  await desk.admin.call('POST /tags', { body: { name: 'Orçamento', color: '#1164a9' } });
  const [rui, lia] = [desk.customer('Rui Lemos'), desk.customer('Lia Ramos')];
  await rui.text('Quero um orçamento');
  const page = await open(desk.admin, '/automations', look());
  await expect(page.getByText('Deixe o repetitivo acontecer sozinho')).toBeVisible();

  await page.getByRole('button', { name: 'Adicionar automação' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Adicionar automação' });
  const choose = async (field: string, option: string, at: ReturnType<typeof page.getByRole> = adding) => {
    await at.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await adding.getByRole('textbox', { name: 'Nome' }).fill('Pedidos de orçamento');
  await choose('Quando', 'O cliente escreve');
  await adding.getByRole('button', { name: 'Adicionar condição' }).click();
  await choose('Condição 1', 'Texto do cliente');
  await adding.getByLabel('Valor da condição 1').fill('orçamento');
  await page.keyboard.press('Enter');
  await adding.getByRole('button', { name: 'Testar' }).click();
  await expect(adding.getByText('Complete a ação.')).toBeVisible();
  await choose('Quem ou o quê na ação 1', 'Orçamento');
  await adding.getByRole('button', { name: 'Adicionar ação' }).click();
  await choose('Ação 2', 'Avisar uma pessoa');
  await choose('Quem ou o quê na ação 2', 'Ana Beatriz');
  await adding.getByRole('textbox', { name: 'Texto da ação 2' }).fill('Alguém quer um orçamento');
  await adding.getByRole('button', { name: 'Testar' }).click();
  await expect(adding.getByText('Agiria em 1 de 1 conversas.')).toBeVisible();
  await examine(page, 'automation-dialog', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await adding.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Pedidos de orçamento' })).toBeVisible();

  const inbox = await open(desk.ana, '/tickets', look());
  // The number comes once the page hears news; nobody repeats a notice.
  await expect(inbox.getByRole('link', { name: /^Atendimentos \d/ })).toBeVisible();
  await lia.text('Um ORCAMENTO, por favor');
  await expect(inbox.getByText('Alguém quer um orçamento')).toBeVisible();
  await page.getByRole('button', { name: 'Registro' }).click();
  const log = page.getByRole('dialog', { name: 'Registro das automações' });
  await expect(log.getByRole('listitem').filter({ hasText: 'Lia Ramos' }).getByText('Feito')).toBeVisible();
  await examine(page, 'automation-log', { on: ['wide', 'phone'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await examine(page, 'automations');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Away, Ana gets nothing; back, what waits in the queue is hers.
  await inbox.getByRole('button', { name: 'Sua conta' }).click();
  await inbox.getByRole('menuitemcheckbox', { name: 'Ausente: não recebo conversas' }).click();
  await expect(inbox.getByRole('button', { name: 'Sua conta (ausente)' })).toBeVisible();
  await page.goto(new URL('/queues', page.url()).href);
  await page.getByRole('row').filter({ hasText: 'Vendas' }).click();
  const queue = page.getByRole('dialog', { name: 'Editar fila' });
  await choose('Distribuição', 'Quem tem menos conversas', queue);
  await expect(queue.getByRole('textbox', { name: 'Conversas por pessoa' })).toHaveValue('5');
  await examine(page, 'queue-assignment', { on: ['wide', 'phone'], themes: ['light'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await queue.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(queue).toBeHidden();
  expect((await desk.admin.call('GET /tickets', { query: { status: 'open', showAll: true } })).count).toBe(0);
  await inbox.getByRole('menuitemcheckbox', { name: 'Ausente: não recebo conversas' }).click();
  await expect(inbox.getByText('Uma conversa foi atribuída a você').first()).toBeVisible();
  await expect
    .poll(async () =>
      (await desk.admin.call('GET /tickets', { query: { status: 'open', showAll: true } })).tickets.map(({ userId }) => userId),
    )
    .toEqual([desk.ana.user.id, desk.ana.user.id]);
});
