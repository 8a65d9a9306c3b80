import { until } from '../server/test/client.ts';
import { fakeTemplate } from '../server/test/fake-graph/templates.ts';
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens } from './looks.ts';
import { fileOf } from './media.ts';

test('templates are shown at their number, and sent while the window is shut; a list of files is sent when it is open', async ({
  balcao,
  desk,
  open,
}) => {
  const { graph } = balcao;
  const waba = `20${desk.number.phoneNumberId.slice(2)}`;
  graph.autoStatuses('sent', 'delivered');
  graph.setTemplates(
    waba,
    fakeTemplate('pedido_enviado', '', {
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Vértice Móveis' },
        { type: 'BODY', text: 'Olá {{1}}, o pedido {{2}} saiu para entrega.' },
        { type: 'FOOTER', text: 'Responda SAIR para não receber avisos.' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Falar com a loja' }] },
      ],
    }),
    fakeTemplate('vitrine', '', {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'A vitrine nova chegou.' },
      ],
    }),
    fakeTemplate('promo_verao', 'Cadeiras com 20% de desconto', { category: 'MARKETING', quality: 'YELLOW' }),
    fakeTemplate('cupom', 'Use {{1}}', { status: 'REJECTED', category: 'MARKETING', quality: 'UNKNOWN' }),
  );

  const admin = await open(desk.admin, '/connections', look());
  await admin.getByRole('button', { name: 'Ações de Loja Centro' }).click();
  await admin.getByRole('menuitem', { name: 'Modelos' }).click();
  const panel = admin.getByRole('dialog', { name: 'Modelos de Loja Centro' });
  await panel.getByRole('button', { name: 'Atualizar' }).click();
  const listed = panel.getByRole('list', { name: 'Modelos' });
  await expect(listed.getByText('pedido_enviado')).toBeVisible();
  await expect(listed.getByText('Recusado')).toBeVisible();
  await listed.getByText('pedido_enviado').click();
  await expect(listed.getByText('Olá {{1}}, o pedido {{2}} saiu para entrega.')).toBeVisible();
  await graph.reportTemplate(waba, 'promo_verao', 'PAUSED', 'LOW_QUALITY');
  await expect(listed.getByText('Pausado')).toBeVisible();
  await examine(admin, 'templates', { on: ['wide', 'phone'] });

  await desk.admin.call('POST /contacts', { body: { name: 'Helena Sampaio', number: '5548988123401' } });
  const ana = await open(desk.ana, '/tickets', look());
  await ana.getByRole('button', { name: 'Novo atendimento' }).click();
  const fresh = ana.getByRole('dialog', { name: 'Novo atendimento' });
  await fresh.getByRole('combobox', { name: 'Contato' }).fill('Helena');
  await fresh.getByRole('option', { name: /Helena Sampaio/ }).click();
  await fresh.getByRole('combobox', { name: 'Fila' }).click();
  await ana.getByRole('option', { name: 'Vendas' }).click();
  await fresh.getByRole('button', { name: 'Iniciar conversa' }).click();
  // Only a template can begin it, so that is offered at once; and again from the conversation.
  await ana.getByRole('dialog', { name: 'Enviar modelo' }).getByRole('button', { name: 'Fechar' }).click();
  await expect(ana.getByText('A janela de 24 h fechou.')).toBeVisible();
  await ana.getByRole('button', { name: 'Enviar modelo' }).click();
  await expect(ana.getByRole('button', { name: /promo_verao|cupom/ })).toHaveCount(0);
  await ana.getByRole('button', { name: /pedido_enviado/ }).click();
  const dialog = ana.getByRole('dialog', { name: 'Enviar pedido_enviado' });
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Preencha esta variável.')).toBeVisible();
  await dialog.getByLabel('Variável 2').fill('4821');
  await expect(dialog.getByRole('region', { name: 'Como o cliente vê' })).toContainText('Olá Helena, o pedido 4821 saiu para entrega.');
  await examine(ana, 'template-fill', { on: ['wide', 'phone'] });
  await ana.setViewportSize(screens.wide);
  await dialog.getByLabel('Variável 2').press('Enter');
  const said = ana.getByRole('log', { name: 'Mensagens' }).getByRole('article').filter({ hasText: 'o pedido 4821' });
  await expect(said.getByText('Falar com a loja')).toBeVisible();
  await expect(dialog).toBeHidden();
  // The picture above a template comes from this device.
  await ana.getByRole('button', { name: 'Enviar modelo' }).click();
  await ana.getByRole('button', { name: /vitrine/ }).click();
  const pictured = ana.getByRole('dialog', { name: 'Enviar vitrine' });
  const chosen = pictured.locator('input[type=file]');
  await chosen.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') });
  await expect(pictured.getByText('A Meta não aceita este arquivo aqui: JPEG ou PNG de até 5 MB.')).toBeVisible();
  await chosen.setInputFiles({ name: 'sofa.jpg', mimeType: 'image/jpeg', buffer: await fileOf('sofa') });
  await expect(pictured.getByText('A Meta não aceita')).toHaveCount(0);
  await examine(ana, 'template-picture', { on: ['wide', 'phone'] });
  await ana.setViewportSize(screens.wide);
  await pictured.getByRole('button', { name: 'Enviar' }).click();
  const shown = ana.getByRole('log', { name: 'Mensagens' }).getByRole('article').filter({ hasText: 'A vitrine nova chegou.' });
  await shown.getByRole('button', { name: 'Abrir foto' }).click();
  await expect(ana.getByRole('dialog', { name: 'Foto' })).toBeVisible();
  await ana.keyboard.press('Escape');
  const bia = await open(desk.bia, new URL(ana.url()).pathname);
  await expect(bia.getByRole('log', { name: 'Mensagens' }).getByText('o pedido 4821')).toBeVisible();
  await until(() => graph.sent().filter(({ phoneNumberId }) => phoneNumberId === desk.number.phoneNumberId).length === 2);
  await examine(ana, 'template-sent', { on: ['wide', 'phone'] });
  await ana.setViewportSize(screens.wide);

  const list = await desk.admin.call('POST /files', {
    body: { name: 'Kit de boas-vindas', message: 'Segue o catálogo', options: [{ name: 'Catálogo' }] },
  });
  const form = new FormData();
  form.append('id', String(list.options[0]?.id));
  form.append('files', new Blob(['mesas e cadeiras'], { type: 'text/plain' }), 'catalogo.txt');
  await desk.admin.call('POST /files/uploadList/:fileListId', { params: { fileListId: list.id }, body: form });
  const otavio = desk.customer('Otávio Brandão');
  const other = await givenOpenTicket(desk, desk.ana, otavio);
  await ana.goto(`${balcao.url}/tickets/${other.uuid}`);
  await ana.getByRole('button', { name: 'Enviar lista de arquivos' }).click();
  await ana.getByRole('button', { name: /Kit de boas-vindas/ }).click();
  await expect(ana.getByRole('list', { name: 'Arquivos' })).toContainText('catalogo.txt');
  await examine(ana, 'file-list-send', { on: ['wide', 'phone'] });
  await ana.setViewportSize(screens.wide);
  await ana.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(ana.getByRole('log', { name: 'Mensagens' }).getByText('catalogo.txt')).toBeVisible();
  await expect(ana.getByRole('log', { name: 'Mensagens' }).getByText('Segue o catálogo')).toBeVisible();
});
