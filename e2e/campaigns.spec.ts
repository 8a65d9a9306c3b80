import type { Page } from '@playwright/test';
import { until } from '../server/test/client.ts';
import { fakeTemplate } from '../server/test/fake-graph/templates.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens } from './looks.ts';

const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Avisos' }).getByText(text);

test('a campaign is tried out, sent with a template, watched by somebody else, and its prices are entered', async ({
  balcao,
  desk,
  open,
}) => {
  const { graph } = balcao;
  graph.autoStatuses('sent', 'delivered');
  graph.setTemplates(
    `20${desk.number.phoneNumberId.slice(2)}`,
    fakeTemplate('novidades', 'Olá {{1}}, chegaram cadeiras novas na {{2}}.', { category: 'MARKETING' }),
  );
  const of = { whatsappId: desk.number.connectionId };
  await desk.admin.call('POST /v1/connections/:whatsappId/templates/sync', { params: of });
  await until(async () => (await desk.admin.call('GET /v1/connections/:whatsappId/templates', { params: of })).count === 1);
  const list = await desk.admin.call('POST /contact-lists', { body: { name: 'Clientes da loja' } });
  for (const [index, name] of ['Helena Sampaio', 'Otávio Brandão', 'Rita Moura'].entries()) {
    await desk.admin.call('POST /contact-list-items', { body: { name, number: `554898812340${index + 1}`, contactListId: list.id } });
  }
  await until(
    async () => (await desk.admin.call('GET /contact-lists/:contactListId', { params: { contactListId: list.id } })).uncheckedCount === 0,
  );

  const admin = await open(desk.admin, '/campaigns-config', look());
  await admin.getByRole('combobox', { name: 'Intervalo randômico de disparo' }).click();
  await admin.getByRole('option', { name: 'Sem intervalo' }).click();
  await admin.getByLabel('Atalho').fill('loja');
  await admin.getByLabel('Conteúdo').fill('Vértice Móveis');
  await admin.getByRole('button', { name: 'Adicionar variável' }).click();
  await admin.getByRole('combobox', { name: 'Adicionar país' }).fill('Brasil');
  await admin.getByRole('option', { name: 'Brasil' }).click();
  await admin.getByLabel('Brasil: Marketing').fill('0,35');
  await examine(admin, 'campaign-settings');
  await admin.setViewportSize(screens.wide);
  await admin.getByRole('button', { name: 'Salvar' }).click();
  await expect(notice(admin, 'Configurações salvas')).toBeVisible();

  const [ana, watching] = await Promise.all([open(desk.ana, '/campaigns', look()), open(desk.bia, '/campaigns', look())]);
  await ana.getByRole('button', { name: 'Adicionar campanha' }).first().click();
  const dialog = ana.getByRole('dialog', { name: 'Adicionar campanha' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Cadeiras novas');
  await dialog.getByRole('combobox', { name: 'Lista de Contatos' }).click();
  await ana.getByRole('option', { name: 'Clientes da loja' }).click();
  await dialog.getByRole('combobox', { name: 'Conexão' }).click();
  await ana.getByRole('option', { name: 'Loja Centro' }).click();
  await dialog.getByRole('button', { name: 'Ensaiar' }).click();
  // The outcome stands below a long form.
  await expect(dialog.getByText('Ninguém receberia')).toBeInViewport();
  await dialog.getByRole('textbox', { name: 'Mensagens 1' }).fill('Oi, {nome}! Use {cupom} na {loja}.');
  await expect(dialog.getByText('Não é variável e sairá como está escrito: {cupom}')).toBeVisible();
  await expect(dialog.getByText('A campanha mudou depois deste ensaio: ensaie de novo.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Mensagens 1' }).fill('');
  await dialog.getByRole('combobox', { name: 'Modelo da Meta' }).click();
  await ana.getByRole('option', { name: /novidades/ }).click();
  await expect(dialog.getByLabel('Variável 1')).toHaveValue('{nome}');
  await dialog.getByLabel('Variável 2').fill('{loja}');
  await expect(dialog.getByRole('region', { name: 'Como o cliente vê' })).toContainText(
    'Olá Helena Sampaio, chegaram cadeiras novas na Vértice Móveis.',
  );
  await dialog.getByRole('button', { name: 'Ensaiar' }).click();
  await expect(dialog.getByText(/^3 contatos receberão/)).toBeVisible();
  await expect(dialog.getByRole('table', { name: /A Meta cobrará cerca de R\$\s1,05/ })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Exemplos' })).toContainText('Olá Rita Moura, chegaram cadeiras novas');
  await examine(ana, 'campaign-dialog', { on: ['wide', 'phone'] });
  await ana.setViewportSize(screens.wide);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(notice(ana, 'Campanha salva com sucesso.')).toBeVisible();
  const row = watching.getByRole('row').filter({ hasText: 'Cadeiras novas' });
  await expect(row.getByText('Inativa')).toBeVisible();

  const { records } = await desk.ana.call('GET /campaigns');
  const campaignId = records[0]?.id ?? 0;
  await desk.ana.call('PUT /campaigns/:campaignId', { params: { campaignId }, body: { scheduledAt: new Date().toISOString() } });
  await expect(row.getByText('Finalizada')).toBeVisible();
  await row.click();
  await expect(watching.getByText('3 de 3').first()).toBeVisible();
  await expect(watching.getByRole('row').filter({ hasText: 'Helena Sampaio' })).toBeVisible();
  await examine(watching, 'campaign-report');
  const sent = graph.sent().filter(({ phoneNumberId, body }) => phoneNumberId === desk.number.phoneNumberId && body.type === 'template');
  expect(sent).toHaveLength(3);
});

test('a list is made, filled and checked; who does not want to be written to is noted, and left out', async ({ desk, open }) => {
  const [page, watching] = await Promise.all([open(desk.admin, '/contact-lists', look()), open(desk.ana, '/contact-lists', look())]);
  await page.getByRole('button', { name: 'Adicionar lista de contatos' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Clientes antigos');
  await examine(page, 'contact-list-dialog', { on: ['wide', 'phone'] });
  await page.setViewportSize(screens.wide);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(watching.getByText('Clientes antigos')).toBeVisible();
  await page.getByText('Clientes antigos').click();
  await expect(page.getByRole('heading', { name: /Clientes antigos/ })).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar contato à lista' }).first().click();
  const item = page.getByRole('dialog');
  await item.getByRole('textbox', { name: 'Nome' }).fill('Nair Quadros');
  await item.getByRole('textbox', { name: 'Número' }).fill('48988123477');
  await item.getByRole('button', { name: 'Adicionar', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Nair Quadros' });
  await expect(row).toBeVisible();

  const contact = await desk.admin.call('POST /contacts', { body: { name: 'Nair Quadros', number: '5548988123477' } });
  await desk.admin.call('POST /v1/contacts/:contactId/consent', {
    params: { contactId: contact.id },
    body: { state: 'out', words: 'Não quero mais mensagens' },
  });
  await page.reload();
  await expect(row.getByText('Não quer receber')).toBeVisible();
  await examine(page, 'contact-list-items');
  await page.goto(new URL('/consents', page.url()).href);
  await expect(page.getByText('Não quero mais mensagens')).toBeVisible();
  await examine(page, 'consents');
});
