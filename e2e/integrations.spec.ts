// A bot of another maker, from the form to the customer and back, and its log.
import { startWorkflow } from '../server/test/fake-bots/workflow.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

test('a webhook is set up, tried and chosen for a queue; what it refused is seen, and sent again', async ({ desk, open }) => {
  test.setTimeout(240_000);
  const workflow = await startWorkflow();
  try {
    const page = await open(desk.admin, '/queue-integration', look());
    await expect(page.getByText('Ligue um robô que você já tem')).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar integração' }).first().click();
    const adding = page.getByRole('dialog', { name: 'Adicionar integração' });
    await adding.getByRole('combobox', { name: 'Tipo' }).click();
    await page.getByRole('option', { name: 'WebHook' }).click();
    await adding.getByRole('button', { name: 'Testar' }).click();
    await expect(adding.getByText('Obrigatório')).toBeVisible();
    await adding.getByRole('textbox', { name: 'Nome' }).fill('Robô da loja');
    await adding.getByRole('textbox', { name: 'Endereço do webhook' }).fill(`${workflow.url}/webhook`);
    await adding.getByRole('button', { name: 'Testar' }).click();
    await expect(adding.getByRole('status').getByText('Você disse: oi')).toBeVisible();
    workflow.next.push({ status: 404, json: { message: 'The requested webhook is not registered.' } });
    await adding.getByRole('button', { name: 'Testar' }).click();
    await expect(adding.getByRole('status').getByText('Não conhece este robô ou este caminho.')).toBeVisible();
    await adding.getByRole('button', { name: 'Adicionar', exact: true }).click();
    const secret = page.getByRole('dialog', { name: 'Chave da assinatura' });
    workflow.secret = await secret.getByRole('textbox', { name: 'Chave' }).inputValue();
    await secret.getByRole('button', { name: 'Já copiei' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Robô da loja' })).toBeVisible();

    await page.goto(new URL('/queues', page.url()).href);
    await page.getByRole('row').filter({ hasText: 'Vendas' }).click();
    const queue = page.getByRole('dialog', { name: 'Editar fila' });
    await queue.getByRole('combobox', { name: 'Integração' }).click();
    await page.getByRole('option', { name: 'Robô da loja' }).click();
    await queue.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(queue).toBeHidden();

    const lia = desk.customer('Lia Ramos');
    workflow.next.push({ status: 403, text: 'no' });
    await lia.text('Boa tarde');
    const inbox = await open(desk.ana, '/tickets', look());
    await inbox.getByRole('button', { name: /^Aguardando/ }).click();
    await inbox.getByText('Lia Ramos').first().click();
    await page.goto(new URL('/queue-integration', page.url()).href);
    await page.getByRole('button', { name: 'Ações de Robô da loja' }).click();
    await page.getByRole('menuitem', { name: 'Registro de envios' }).click();
    const log = page.getByRole('dialog', { name: /Registro de envios/ });
    const sent = log.getByRole('listitem').filter({ hasText: 'Lia Ramos' });
    await expect(sent.getByText('Falhou')).toBeVisible();
    await sent.getByRole('button', { name: /Lia Ramos/ }).click();
    await expect(sent.getByText('"chatInput": "Boa tarde"')).toBeVisible();
    await sent.getByRole('button', { name: 'Enviar de novo' }).click();
    await expect(sent.getByText('Entregue')).toBeVisible();
    await examine(page, 'integration-log', { on: ['wide', 'phone'] });
    await expect(inbox.getByText('Você disse: Boa tarde').first()).toBeVisible();
  } finally {
    await workflow.close();
  }
});
