// What a number with a telephone brings, seen in the inbox: calls, groups, what cannot be shown, corrections, who is writing.
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

type Said = { type?: string; body?: string; id?: string; target?: string; outcome?: string; group?: string };

test('calls, groups, placeholders, corrections and typing', async ({ desk, open }) => {
  const { admin } = desk;
  const whatsappId = (await admin.call('POST /whatsapp', { body: { name: 'Celular da loja', channel: 'simulator' } })).id;
  const setting = (settingKey: string, value: string) =>
    admin.call('PUT /settings/:settingKey', { params: { settingKey }, body: { value } });
  await setting('CheckMsgIsGroup', 'disabled');
  const person = (from: string, name: string) => (said: Said) =>
    admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: { from, name, ...said } as never });
  const helena = person('5548905550142', 'Helena Sampaio');
  const lia = person('5548905550171', 'Lia Prado');
  const rui = person('5548905550172', 'Rui Tavares');
  const group = 'Condomínio Ipê';

  await helena({ body: 'Bom dia, vocês têm sofá de canto?', id: 'h1' });
  await helena({ type: 'edit', target: 'h1', body: 'Bom dia, vocês têm sofá de canto azul?' });
  await helena({ type: 'video_call', id: 'call-1', outcome: 'ringing' });
  await helena({ type: 'video_call', id: 'call-1', outcome: 'rejected' });
  await helena({ type: 'view_once' });
  await helena({ type: 'unknown' });
  await helena({ type: 'awaiting_phone', id: 'h2' });
  await lia({ group, body: 'Pessoal, o portão está aberto', id: 'g1' });
  await rui({ group, body: 'Já vou fechar, @5548905550171', id: 'g2' });
  await rui({ group, type: 'reaction', target: 'g1', body: '👍' });
  await lia({ group, body: 'Obrigada!', id: 'g3' });

  const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
  const ticketOf = (name: string) => {
    const ticket = tickets.find(({ contact }) => contact.name === name);
    if (!ticket) throw new Error(`no ticket of ${name}`);
    return ticket;
  };
  for (const name of ['Helena Sampaio', group])
    await admin.call('PUT /tickets/:ticketId', {
      params: { ticketId: ticketOf(name).id },
      body: { status: 'open', userId: admin.user.id },
    });

  const page = await open(admin, `/tickets/${ticketOf('Helena Sampaio').uuid}`, look('light'));
  const talk = page.getByRole('log', { name: 'Mensagens' });
  await expect(talk.getByText('Chamada de vídeo recusada')).toBeVisible();
  await expect(talk.getByText('chamadas de voz e vídeo estão desabilitadas')).toBeVisible();
  await expect(talk.getByText('Mensagem de visualização única.')).toBeVisible();
  await expect(talk.getByText('Mensagem de um tipo que não aparece aqui.')).toBeVisible();
  await expect(talk.getByText('Aguardando esta mensagem.')).toBeVisible();
  await helena({ type: 'typing' });
  await expect(page.getByRole('status').filter({ hasText: 'digitando…' })).toBeVisible();
  await helena({ type: 'recording' });
  await expect(page.getByRole('status').filter({ hasText: 'gravando áudio…' })).toBeVisible();
  await examine(page, 'talk', { on: ['wide', 'phone'], themes: ['light'] });
  await page.setViewportSize({ width: 1440, height: 900 });

  await helena({ id: 'h2', body: 'É para sábado' });
  await expect(talk.getByText('É para sábado')).toBeVisible();
  await expect(talk.getByText('Aguardando esta mensagem.')).toBeHidden();

  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Temos, por 2.100 reais.');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  const own = talk.getByRole('article').filter({ hasText: 'Temos, por 2.100 reais.' });
  await expect(own.getByLabel(/Enviada|Entregue|Lida/)).toBeVisible();
  await own.hover();
  await own.getByRole('button', { name: 'Mais sobre esta mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar mensagem' });
  await expect(dialog.getByRole('textbox')).toHaveValue('Temos, por 2.100 reais.');
  await dialog.getByRole('textbox').fill('Temos, por 1.900 reais.');
  await examine(page, 'edit-dialog', { on: ['wide', 'phone'], themes: ['light'] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const edited = talk.getByRole('article').filter({ hasText: 'Temos, por 1.900 reais.' });
  await edited.getByRole('button', { name: 'editada' }).click();
  await expect(edited.getByText('Temos, por 2.100 reais.')).toBeVisible();

  const dark = await open(admin, `/tickets/${ticketOf(group).uuid}`, look('dark'));
  const chat = dark.getByRole('log', { name: 'Mensagens' });
  await expect(chat.getByText('Já vou fechar, @Lia Prado')).toBeVisible();
  await expect(chat.getByText('Rui Tavares', { exact: true })).toBeVisible();
  await expect(chat.getByLabel('Reação 👍: 1')).toBeVisible();
  await examine(dark, 'group', { on: ['wide', 'phone'], themes: ['dark'] });
});

test('the simulated phone calls, hides and repeats', async ({ desk, open }) => {
  const { admin } = desk;
  const whatsappId = (await admin.call('POST /whatsapp', { body: { name: 'Celular da loja', channel: 'simulator' } })).id;
  const page = await open(admin, `/simulator?connection=${whatsappId}`, look('light'));
  const attach = async (item: string) => {
    await page.getByRole('button', { name: 'Anexar' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await attach('Chamada de voz');
  await expect(page.getByText('Chamando…')).toBeVisible();
  await page.getByRole('button', { name: 'Desligar' }).click();
  await expect(page.getByText(/Chamada de voz perdida às/)).toBeVisible();
  await attach('Mensagem que ainda não dá para ler');
  const hidden = page.getByRole('listitem').filter({ hasText: 'Mensagem que a empresa não consegue ver' });
  await hidden.hover();
  await hidden.getByRole('button', { name: 'Ações da mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Enviar de novo, legível' }).click();
  await expect(page.getByText('Agora dá para ler.')).toBeVisible();
  await examine(page, 'simulator-talk', { on: ['wide'], themes: ['light'] });
});
