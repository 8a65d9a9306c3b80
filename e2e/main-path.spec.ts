import { until } from '../server/test/client.ts';
import { expect, test } from './journey.ts';
import { fileOf, mediaAt, secondsOf } from './media.ts';

test('a customer writes over the official API, an agent answers, and the ticks tell how far it came', async ({ balcao, desk, open }) => {
  const { graph } = balcao;
  const customer = desk.customer('Helena Sampaio');
  const [first, second] = await Promise.all([open(desk.ana, '/tickets?waiting=1'), open(desk.bia, '/tickets?waiting=1')]);
  await Promise.all([first, second].map((page) => expect(page.getByText('Ninguém esperando')).toBeVisible()));

  const asked = await customer.text('Oi! A mesa Aroeira ainda está disponível?');
  await customer.image(await fileOf('table'), 'image/jpeg', 'É esta aqui');
  await customer.voice(await fileOf('voice-short'));
  await customer.location(-27.5972, -48.5521, 'Mercado Público', 'Rua Jerônimo Coelho, 60');
  await customer.reply('E entrega no centro?', asked);

  for (const page of [first, second]) {
    const row = page.getByRole('region', { name: 'Lista de atendimentos' }).getByRole('button', { name: 'Helena Sampaio aguardando' });
    await expect(row).toBeVisible();
    await expect(page.getByText('E entrega no centro?')).toBeVisible();
  }

  await second.getByRole('button', { name: 'Helena Sampaio aguardando' }).hover();
  await second.getByRole('button', { name: 'Aceitar Helena Sampaio' }).click();
  await expect(first.getByText('Ninguém esperando')).toBeVisible();
  const talk = second.getByRole('log', { name: 'Mensagens' });
  await expect(talk.getByText('Oi! A mesa Aroeira ainda está disponível?').first()).toBeVisible();
  await expect(talk.getByRole('button', { name: 'Abrir foto: É esta aqui' }).locator('img')).toHaveJSProperty('complete', true);
  await expect(talk.getByRole('link', { name: /Mercado Público/ })).toBeVisible();
  await expect(talk.getByTitle('Ir para a mensagem citada')).toContainText('A mesa Aroeira');
  const voice = talk.getByRole('article').filter({ has: second.getByRole('slider', { name: 'Posição' }) });
  await voice.getByRole('button', { name: 'Ouvir mensagem de voz' }).click();
  await expect(voice.getByRole('button', { name: 'Pausar' })).toBeVisible();

  const message = second.getByRole('textbox', { name: 'Mensagem', exact: true });
  await message.fill('Está sim! Entregamos no centro em dois dias.');
  await message.press('Enter');
  const answer = talk.getByRole('article').filter({ hasText: 'Entregamos no centro' });
  await expect(answer.getByRole('img', { name: 'Enviando' })).toHaveCount(0);

  const choosing = second.waitForEvent('filechooser');
  await second.getByRole('button', { name: 'Anexar arquivo' }).click();
  await (await choosing).setFiles({ name: 'mesa.jpg', mimeType: 'image/jpeg', buffer: await fileOf('table') });
  await expect(second.getByRole('list', { name: 'Arquivos a enviar' })).toContainText('mesa.jpg');
  await second.getByRole('button', { name: 'Enviar', exact: true }).click();

  await second.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  const recorder = second.getByRole('group', { name: 'Gravação de voz' });
  await expect(recorder.getByRole('timer')).toHaveText('0:03');
  await recorder.getByRole('button', { name: 'Enviar' }).click();
  await expect(recorder).toBeHidden();

  const sent = await until(() => {
    const all = graph.sent().filter(({ phoneNumberId }) => phoneNumberId === desk.number.phoneNumberId);
    return all.length >= 3 && all;
  }, 20_000);
  expect(sent.map(({ body, to }) => [body.type, to])).toEqual([
    ['text', customer.phone],
    ['image', customer.phone],
    ['audio', customer.phone],
  ]);
  const [text, image, audio] = sent.map(({ body }) => body as Record<string, { body: string; id: string; voice?: boolean }>);
  expect(text?.text?.body).toBe('*Bia Fontes:*\nEstá sim! Entregamos no centro em dois dias.');
  const picture = await mediaAt(balcao, desk.number.token, image?.image?.id ?? '');
  expect(picture.mime).toBe('image/jpeg');
  expect(audio?.audio?.voice).toBe(true);
  const note = await mediaAt(balcao, desk.number.token, audio?.audio?.id ?? '');
  expect(note.mime).toMatch(/^audio\/ogg/);
  expect(note.bytes.subarray(0, 4).toString()).toBe('OggS');
  expect(note.bytes.includes('OpusHead')).toBe(true);
  expect(await secondsOf(note.bytes)).toBeGreaterThan(2.5);

  const wamid = sent[0]?.wamid ?? '';
  await graph.emitStatus(wamid, 'read');
  await graph.emitStatus(wamid, 'sent');
  await graph.emitStatus(wamid, 'delivered');
  await expect(answer.getByRole('img', { name: 'Lida' })).toBeVisible();
  await second.reload();
  await expect(answer.getByRole('img', { name: 'Lida' })).toBeVisible();
  expect(graph.sent().filter(({ phoneNumberId }) => phoneNumberId === desk.number.phoneNumberId)).toHaveLength(3);
});
