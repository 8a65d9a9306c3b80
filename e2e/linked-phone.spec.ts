import { environmentFor } from '../server/test/fake-whatsapp/environment.ts';
import { FakeWhatsApp } from '../server/test/fake-whatsapp/fake-whatsapp.ts';
import { givenUser } from '../server/test/people.ts';
import { test as base, expect } from './journey.ts';

const readOf = ({
  conversation,
  extendedTextMessage,
}: {
  conversation?: string | null;
  extendedTextMessage?: { text?: string | null } | null;
}) => extendedTextMessage?.text ?? conversation ?? '';

/** A server whose WhatsApp is on this machine. */
const test = base.extend<object, { whatsapp: FakeWhatsApp }>({
  whatsapp: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
    async ({}, use) => {
      const whatsapp = await new FakeWhatsApp({ fewPreKeys: true }).start();
      await use(whatsapp);
      await whatsapp.stop();
      expect(whatsapp.faults).toEqual([]);
    },
    { scope: 'worker' },
  ],
  env: [async ({ whatsapp }, use) => use(environmentFor(whatsapp.coordinates)), { scope: 'worker' }],
});

test('a phone is linked by its QR code while another admin watches, and the desk talks through it', async ({
  balcao,
  whatsapp,
  desk,
  open,
}) => {
  const shop = whatsapp.contact('5548991110001', 'Vértice Móveis');
  const helena = whatsapp.contact('5548992220001', 'Helena Prado');
  const other = await givenUser(balcao.url, desk.admin, { name: 'Rui Campos', profile: 'admin' });
  const [page, watching, agent] = await Promise.all([
    open(desk.admin, '/connections'),
    open(other, '/connections'),
    open(desk.ana, '/tickets?waiting=1'),
  ]);

  await page.getByRole('button', { name: 'Adicionar WhatsApp' }).click();
  const wizard = page.getByRole('dialog', { name: 'Conectar um WhatsApp' });
  await wizard.getByRole('radio', { name: /WhatsApp Web/ }).check();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByRole('textbox', { name: 'Nome' }).fill('Balcão da loja');
  await wizard.getByRole('button', { name: 'Salvar e conectar' }).click();
  await expect(
    wizard
      .getByTitle('QR Code para conectar Balcão da loja')
      .or(wizard.getByRole('img', { name: /QR Code/ }))
      .first(),
  ).toBeVisible();
  const row = watching.getByRole('row').filter({ hasText: 'Balcão da loja' });
  await expect(row.getByRole('button', { name: 'Ver QR Code de Balcão da loja' })).toBeVisible();
  const shown = (await desk.admin.call('GET /whatsapp')).find(({ name }) => name === 'Balcão da loja');
  const account = await whatsapp.scan(shown?.qrcode ?? '', shop);
  await expect(wizard.getByText('Conectado', { exact: true }).or(wizard.getByText('Balcão da loja está pronto')).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(row.getByText('Conectado')).toBeVisible();

  await whatsapp.send(helena, 'Bom dia! A mesa já chegou?', { account });
  await agent.getByRole('button', { name: 'Helena Prado aguardando' }).hover();
  await agent.getByRole('button', { name: 'Aceitar Helena Prado' }).click();
  const talk = agent.getByRole('log', { name: 'Mensagens' });
  await expect(talk.getByText('A mesa já chegou?')).toBeVisible();
  whatsapp.typing(helena, 'composing', account);
  await expect(agent.getByText(/digitando/).first()).toBeVisible();
  await agent.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Chegou hoje cedo.');
  await agent.getByRole('button', { name: 'Enviar', exact: true }).click();
  const answer = await whatsapp.sent(({ receivedBy, ownCopy }) => receivedBy === helena && !ownCopy, 30_000);
  expect(answer.message.extendedTextMessage?.text).toContain('Chegou hoje cedo.');
  whatsapp.receipt(answer, 'read');
  await expect(talk.getByRole('article').filter({ hasText: 'Chegou hoje cedo.' }).getByRole('img', { name: /lid/i })).toBeVisible();

  // Several at once: what one sent is taken back from the customer's phone, what the customer wrote stays.
  for (const text of ['O frete fica em 80.', 'Digo, em 60.']) {
    await agent.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(text);
    await agent.keyboard.press('Enter');
  }
  const wire = (text: string) =>
    whatsapp.sent(({ receivedBy, message }) => receivedBy === helena && readOf(message).includes(text), 30_000);
  const [dear, cheap] = [await wire('em 80'), await wire('em 60')];
  for (const sent of [dear, cheap]) whatsapp.receipt(sent);
  const bubble = (text: string) => talk.getByRole('article').filter({ hasText: text });
  const item = (text: string) => talk.getByRole('listitem').filter({ hasText: text });
  await expect(bubble('em 60').getByRole('img', { name: /entregue/i })).toBeVisible();
  await bubble('em 80').hover();
  await bubble('em 80').getByRole('button', { name: 'Mais sobre esta mensagem' }).click();
  await agent.getByRole('menuitem', { name: 'Selecionar' }).click();
  for (const text of ['em 60', 'A mesa já chegou?']) await item(text).getByRole('checkbox').check();
  const chosen = agent.getByRole('toolbar', { name: 'Mensagens selecionadas' });
  await chosen.getByRole('button', { name: 'Apagar' }).click();
  const sure = agent.getByRole('dialog', { name: 'Apagar 2 mensagens?' });
  await expect(sure).toContainText('Das selecionadas, ficam: 1. Só mensagens suas e recentes podem ser apagadas.');
  await sure.getByRole('button', { name: 'Apagar' }).click();
  const revoked = ({ id }: { id: string }) =>
    whatsapp.sent(
      ({ receivedBy, edit, message }) => receivedBy === helena && edit === '7' && message.protocolMessage?.key?.id === id,
      30_000,
    );
  await Promise.all([revoked(dear), revoked(cheap)]);
  await expect(chosen).toBeHidden();
  await expect(talk.getByText('Mensagem apagada')).toHaveCount(2);
  await expect(talk.getByText('A mesa já chegou?')).toBeVisible();

  whatsapp.unlink(account);
  await expect(row.getByText('Desconectado')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Novo QR de Balcão da loja' })).toBeVisible();
});

test('a phone is linked by a code typed on it; an account with a passkey is told so and offered the official way', async ({
  whatsapp,
  desk,
  open,
}) => {
  const shop = whatsapp.contact('5548991110002', 'Filial Sul');
  const guarded = whatsapp.contact('5548991110003', 'Filial Norte');
  guarded.passkey = true;
  await desk.admin.call('POST /whatsapp', { body: { name: 'Filial Sul', channel: 'whatsapp_web' } });
  const page = await open(desk.admin, '/connections');
  const row = page.getByRole('row').filter({ hasText: 'Filial Sul' });
  await row.getByRole('button', { name: 'Ver QR Code de Filial Sul' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conectar Filial Sul' });
  await dialog.getByText('Código de 8 letras').click();
  await dialog.getByLabel('Número do celular').fill('(48) 99111-0002');
  await dialog.getByRole('button', { name: 'Pedir código' }).click();
  await expect(dialog.getByRole('button', { name: 'Copiar código' })).toBeVisible({ timeout: 30_000 });
  const shown = (await desk.admin.call('GET /whatsapp')).find(({ name }) => name === 'Filial Sul');
  await whatsapp.pairingCode(shown?.pairingCode ?? '', shop);
  await expect(row.getByText('Conectado')).toBeVisible({ timeout: 30_000 });

  await desk.admin.call('POST /whatsapp', { body: { name: 'Filial Norte', channel: 'whatsapp_web' } });
  await page.getByRole('row').filter({ hasText: 'Filial Norte' }).getByRole('button', { name: 'Ver QR Code de Filial Norte' }).click();
  const barred = page.getByRole('dialog', { name: 'Conectar Filial Norte' });
  await expect(barred.getByText('Esperando a leitura.')).toBeVisible();
  const waiting = (await desk.admin.call('GET /whatsapp')).find(({ name }) => name === 'Filial Norte');
  await whatsapp.scan(waiting?.qrcode ?? '', guarded).catch(() => undefined);
  await expect(barred.getByText('Esta conta não aceita outros programas')).toBeVisible({ timeout: 60_000 });
  await expect(barred.getByRole('button', { name: 'Usar a Cloud API' })).toBeVisible();
});
