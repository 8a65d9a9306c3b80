// Linking a phone as far as the screens go without one, and a number that moves between its channels.
import { expect, test } from './journey.ts';

test('a phone that cannot be reached is said in plain words, and the number moves to the official API and back', async ({
  balcao,
  desk,
  open,
}) => {
  const page = await open(desk.admin, '/connections');
  await expect(page.getByRole('table').getByText('Loja Centro')).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
  const wizard = page.getByRole('dialog', { name: 'Conectar um WhatsApp' });
  await expect(wizard.getByRole('radio', { name: /WhatsApp Web/ })).toBeChecked();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByRole('textbox', { name: 'Nome' }).fill('Feira');
  await expect(wizard.getByRole('combobox', { name: 'Sem resposta viram pendentes' })).toBeDisabled();
  await wizard.getByRole('combobox', { name: 'Trazer conversas' }).click();
  await page.getByRole('option', { name: 'Dos últimos 30 dias' }).click();
  await wizard.getByRole('combobox', { name: 'Sem resposta viram pendentes' }).click();
  await page.getByRole('option', { name: 'Com menos de 24 horas' }).click();
  await wizard.getByRole('button', { name: 'Salvar e conectar' }).click();
  await expect(wizard.getByRole('heading', { name: 'Não foi possível conectar' })).toBeVisible();
  await expect(wizard.getByText(/Não há caminho até o WhatsApp/)).toBeVisible();
  await wizard.getByRole('button', { name: 'Terminar depois' }).click();

  const row = page.getByRole('row').filter({ hasText: 'Feira' });
  await expect(row.getByText('Sem resposta')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Feira: Sem resposta.' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Conexões/ }).getByRole('img', { name: 'Uma conexão precisa de atenção' })).toBeVisible();
  // Everybody in the company sees it, without the means to mend it.
  const agent = await open(desk.ana, '/connections');
  await expect(agent.getByRole('row').filter({ hasText: 'Feira' }).getByText('Sem resposta')).toBeVisible();
  await expect(agent.getByRole('columnheader', { name: 'Sessão' })).toHaveCount(0);

  await row.getByText('Feira').click();
  const dialog = page.getByRole('dialog', { name: 'Editar conexão' });
  await dialog.getByRole('tab', { name: 'WhatsApp Web' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Trazer conversas' })).toHaveValue('Dos últimos 30 dias');
  await expect(dialog.getByRole('combobox', { name: 'Sem resposta viram pendentes' })).toHaveValue('Com menos de 24 horas');
  await dialog.getByRole('button', { name: 'Trocar para a Cloud API…' }).click();

  const move = page.getByRole('dialog', { name: 'Trocar a forma de conexão de Feira' });
  await expect(move.getByText('Contatos, atendimentos e todo o histórico.')).toBeVisible();
  await move.getByRole('button', { name: 'Trocar para a Cloud API' }).click();
  await expect(move.getByText('Obrigatório').first()).toBeVisible();
  const [phoneNumberId, wabaId] = ['109905550188', '209905550188'];
  await move.getByLabel('ID do número de telefone').fill(phoneNumberId);
  await move.getByLabel('ID da conta do WhatsApp').fill(wabaId);
  await move.getByRole('textbox', { name: 'Token de acesso' }).fill('o-token-certo');
  await move.getByRole('textbox', { name: 'Chave secreta do aplicativo' }).fill('segredo-do-app');
  await move.getByRole('button', { name: 'Gerar' }).click();
  await move.getByRole('button', { name: 'Trocar para a Cloud API' }).click();

  const guide = page.getByRole('dialog', { name: 'Ligar Feira à Meta' });
  const webhookUrl = await guide.getByLabel('URL de callback (webhook)').inputValue();
  await expect(guide.getByRole('textbox', { name: 'Token de verificação' })).not.toHaveValue('');
  balcao.graph.addNumber({
    phoneNumberId,
    wabaId,
    accessToken: 'o-token-certo',
    appSecret: 'segredo-do-app',
    webhookUrl,
    displayNumber: '5548905550188',
  });
  await guide.getByRole('button', { name: 'Testar credenciais' }).click();
  await expect(guide.getByText(/O número é \+55 48 90555-0188/)).toBeVisible();
  await guide.getByRole('button', { name: 'Concluir' }).click();
  await expect(row.getByText('Conectado')).toBeVisible();
  await expect(
    agent
      .getByRole('row')
      .filter({ hasText: 'Feira' })
      .getByText(/Cloud API/),
  ).toBeVisible();

  await row.getByText('Feira').click();
  await dialog.getByRole('tab', { name: 'Cloud API' }).click();
  await dialog.getByRole('button', { name: 'Trocar para o WhatsApp Web…' }).click();
  await expect(move.getByText('As credenciais da Meta guardadas aqui são apagadas.')).toBeVisible();
  await move.getByRole('button', { name: 'Trocar para o WhatsApp Web' }).click();
  const link = page.getByRole('dialog', { name: 'Conectar Feira' });
  await expect(link.getByText(/Não há caminho até o WhatsApp/)).toBeVisible();
  await link.getByRole('button', { name: 'Fechar' }).last().click();

  await row.getByRole('button', { name: /^Saúde de Feira:/ }).click();
  const health = page.getByRole('dialog', { name: 'Saúde de Feira' });
  await expect(health.getByText('Linha do tempo')).toBeVisible();
  await expect(health.getByRole('listitem').getByText('Conectado', { exact: true })).toBeVisible();
  await expect(health.getByRole('listitem').filter({ hasText: 'Não há caminho até o WhatsApp.' }).first()).toBeVisible();
});
