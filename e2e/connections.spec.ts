import { until } from '../server/test/client.ts';
import { expect, test } from './journey.ts';

test('a number of the official API is connected step by step, wrong credentials first', async ({ balcao, desk, open }) => {
  const page = await open(desk.admin, '/connections');
  await expect(page.getByRole('table').getByText('Loja Centro')).toBeVisible();
  await page.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
  const wizard = page.getByRole('dialog', { name: 'Conectar um WhatsApp' });
  await wizard.getByRole('radio', { name: /Cloud API oficial/ }).check();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await expect(wizard.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await page.keyboard.type('Loja Centro');
  await page.keyboard.press('Enter');
  await expect(wizard.getByLabel('ID do número de telefone')).toBeFocused();
  const phoneNumberId = '109905550177';
  await wizard.getByLabel('ID do número de telefone').fill(phoneNumberId);
  await wizard.getByLabel('ID da conta do WhatsApp').fill('209905550177');
  await page.keyboard.press('Enter');
  await expect(wizard.getByRole('textbox', { name: 'Token de acesso' })).toBeFocused();
  await wizard.getByRole('textbox', { name: 'Token de acesso' }).fill('um-token-errado');
  await wizard.getByRole('textbox', { name: 'Chave secreta do aplicativo' }).fill('segredo-do-app');
  await wizard.getByRole('button', { name: 'Gerar' }).click();
  await wizard.getByRole('button', { name: 'Salvar e conectar' }).click();
  // The name is taken, which is said where the name is.
  await expect(wizard.getByText('Já existe uma conexão com este nome. Escolha outro.')).toBeVisible();
  await wizard.getByRole('textbox', { name: 'Nome' }).fill('Filial Norte');
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByRole('button', { name: 'Salvar e conectar' }).click();

  const address = wizard.getByLabel(/URL de callback|Endereço/).first();
  await expect(address).toHaveValue(new RegExp(`^${balcao.url}/`));
  await expect(wizard.getByRole('textbox', { name: 'Token de verificação' })).not.toHaveValue('');
  const webhook = await address.inputValue();
  const verifyToken = await wizard.getByRole('textbox', { name: 'Token de verificação' }).inputValue();
  const challenge = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': '42' });
  expect(await (await fetch(`${webhook}?${challenge}`)).text()).toBe('42');

  await wizard.getByRole('button', { name: 'Testar credenciais' }).click();
  await wizard.getByRole('button', { name: 'Corrigir credenciais' }).click();
  balcao.graph.addNumber({
    phoneNumberId,
    wabaId: '209905550177',
    accessToken: 'o-token-certo',
    appSecret: 'segredo-do-app',
    webhookUrl: webhook,
    displayNumber: '5548905550177',
  });
  await wizard.getByRole('textbox', { name: 'Token de acesso' }).fill('o-token-certo');
  await wizard.getByRole('button', { name: 'Salvar e conectar' }).click();
  await wizard.getByRole('button', { name: 'Testar credenciais' }).click();
  await expect(wizard.getByText(/A Meta aceitou as credenciais/)).toBeVisible();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await expect(wizard.getByText('Filial Norte está pronto')).toBeVisible();
  await wizard.getByRole('button', { name: 'Concluir' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Filial Norte' });
  await expect(row.getByText('Conectado')).toBeVisible();

  await row.getByRole('button', { name: 'Desconectar Filial Norte' }).click();
  await page.getByRole('dialog', { name: 'Desconectar Filial Norte?' }).getByRole('button', { name: 'Desconectar' }).click();
  await expect(row.getByText('Desconectado')).toBeVisible();
  const agent = await open(desk.ana, '/connections');
  await expect(agent.getByRole('row').filter({ hasText: 'Filial Norte' }).getByText('Desconectado')).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Adicionar WhatsApp' })).toHaveCount(0);
});

test('the simulator is made by the wizard, and talks with the inbox both ways', async ({ desk, open }) => {
  const phone = await open(desk.admin, '/connections');
  await phone.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
  const wizard = phone.getByRole('dialog', { name: 'Conectar um WhatsApp' });
  await wizard.getByRole('radio', { name: /Simulador/ }).check();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByRole('textbox', { name: 'Nome' }).fill('Treino');
  await wizard.getByRole('button', { name: 'Criar simulador' }).click();
  await wizard.getByRole('button', { name: 'Abrir o simulador' }).click();
  await expect(phone).toHaveURL(/\/simulator\?/);

  const inbox = await open(desk.ana, '/tickets?waiting=1');
  const say = phone.getByRole('textbox', { name: 'Mensagem do cliente' });
  await say.fill('Oi, meu pedido chegou?');
  await say.press('Enter');
  await inbox.getByRole('button', { name: 'Helena Sampaio aguardando' }).hover();
  await inbox.getByRole('button', { name: 'Aceitar Helena Sampaio' }).click();
  const field = inbox.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Chegou sim, pode retirar!');
  await field.press('Enter');
  const told = phone.getByRole('listitem').filter({ hasText: 'Chegou sim, pode retirar!' });
  await expect(told).toBeVisible();
  // The phone is in sight, so its owner reads.
  const answer = inbox.getByRole('log').getByRole('article').filter({ hasText: 'pode retirar' });
  await expect(answer.getByRole('img', { name: 'Lida' })).toBeVisible();

  await told.getByRole('button', { name: 'Ações da mensagem' }).click();
  await phone.getByRole('menuitem', { name: 'Reagir com ❤️' }).click();
  await expect(inbox.getByRole('button', { name: 'Reação ❤️: 1' })).toBeVisible();
  await phone.getByRole('button', { name: 'Gravar voz' }).click();
  await expect(phone.getByRole('timer')).toHaveText('0:02');
  await phone.getByRole('button', { name: 'Enviar gravação' }).click();
  await expect(inbox.getByRole('log').getByRole('button', { name: 'Ouvir mensagem de voz' })).toBeVisible();
  const { tickets } = await desk.admin.call('GET /tickets', { query: { showAll: true } });
  await until(async () => {
    const { messages } = await desk.admin.call('GET /messages/:ticketId', { params: { ticketId: tickets[0]?.id ?? 0 } });
    return messages.some(({ isVoice, mediaState }) => isVoice && mediaState === 'ready');
  });
});

test('a connection is renamed, made the default and deleted before the eyes of an agent', async ({ desk, open }) => {
  const { id } = await desk.admin.call('POST /whatsapp', { body: { name: 'Treino', channel: 'simulator', queueIds: [desk.sales] } });
  const [page, agent] = await Promise.all([open(desk.admin, '/connections'), open(desk.ana, '/connections')]);
  const row = (at: typeof page, name: string) => at.getByRole('row').filter({ has: at.getByText(name, { exact: true }) });
  const act = async (name: string, action: string) => {
    const menu = { name: `Ações de ${name}`, exact: true };
    await page.getByRole('button', menu).click();
    // The last one may still be closing.
    await page.getByRole('menu', menu).getByRole('menuitem', { name: action }).click();
  };
  await expect(row(agent, 'Treino')).toBeVisible();
  await act('Treino', 'Editar');
  const dialog = page.getByRole('dialog', { name: 'Editar conexão' });
  const name = dialog.getByRole('textbox', { name: 'Nome', exact: true });
  await name.fill('');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await name.fill('Loja Centro');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(dialog.getByText('Já existe uma conexão com este nome. Escolha outro.')).toBeVisible();
  await name.fill('Treino da equipe');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(row(agent, 'Treino da equipe')).toBeVisible();

  await desk.admin.call('PUT /whatsapp/:whatsappId', { params: { whatsappId: desk.number.connectionId }, body: { isDefault: true } });
  await act('Treino da equipe', 'Tornar padrão');
  await expect.poll(async () => (await desk.admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: id } })).isDefault).toBe(true);
  await act('Loja Centro', 'Excluir');
  await page.getByRole('dialog', { name: 'Excluir Loja Centro?' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(row(agent, 'Loja Centro')).toHaveCount(0);
  await expect(row(agent, 'Treino da equipe')).toBeVisible();
});

test('with the hours of the company come those of a connection, which stay and are given up', async ({ desk, open }) => {
  const { connectionId } = desk.number;
  const [page, other] = await Promise.all([open(desk.admin, '/connections'), open(desk.admin, '/connections')]);
  const edit = async (at: typeof page) => {
    await at.getByRole('button', { name: 'Ações de Loja Centro', exact: true }).click();
    await at.getByRole('menuitem', { name: 'Editar' }).click();
    return at.getByRole('dialog', { name: 'Editar conexão' });
  };
  const dialog = await edit(page);
  const tab = dialog.getByRole('tab', { name: 'Horários' });
  await expect(dialog.getByRole('tab', { name: 'Mensagens' })).toBeVisible();
  await expect(tab).toHaveCount(0);
  await desk.admin.call('PUT /settings/:settingKey', { params: { settingKey: 'scheduleType' }, body: { value: 'company' } });
  await tab.click();

  const own = (at: typeof dialog) => at.getByRole('switch', { name: 'Horários próprios desta conexão' });
  const monday = (at: typeof dialog, which: string) => at.getByRole('textbox', { name: `Segunda-feira: ${which}` });
  await own(dialog).check();
  await monday(dialog, 'início').fill('10:00');
  await dialog.getByRole('tab', { name: 'Geral' }).click();
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(dialog.getByText('Preencha o início e o fim.')).toBeVisible();
  await monday(dialog, 'fim').fill('16:00');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const again = await edit(other);
  await again.getByRole('tab', { name: 'Horários' }).click();
  await expect(monday(again, 'início')).toHaveValue('10:00');
  await own(again).uncheck();
  await again.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(again).toHaveCount(0);
  const { schedules } = await desk.admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: connectionId } });
  expect(schedules).toEqual([]);
});
