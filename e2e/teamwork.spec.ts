// Two colleagues at one conversation: who is there, a second answer, a note that calls, a draft on another device, the next that waits.
import { givenOpenTicket, givenWaiting } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

test('colleagues see each other, call each other, and do not answer twice', async ({ desk, open }) => {
  const { ana, bia } = desk;
  const helena = desk.customer('Helena Sampaio');
  const ticket = await givenOpenTicket(desk, ana, helena, 'Consigo acompanhar a retirada por aqui?');
  const anas = await open(ana, `/tickets/${ticket.uuid}`, look('light'));
  const bias = await open(bia, `/tickets/${ticket.uuid}?showAll=true`, look('light'));
  const field = (page: typeof anas) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
  const talk = (page: typeof anas) => page.getByRole('log', { name: 'Mensagens' });

  // Both see the other, and that Ana writes. Bia's answer is held back until she says so again.
  await expect(bias.getByRole('img', { name: 'Vendo agora: Ana Beatriz' })).toBeVisible();
  await expect(anas.getByRole('img', { name: 'Vendo agora: Bia Fontes' })).toBeVisible();
  await field(anas).fill('Sim! Mando o link');
  await expect(bias.getByText('Ana está digitando…')).toBeVisible();
  await field(bias).fill('Sim, por aqui mesmo');
  await field(bias).press('Enter');
  await expect(bias.getByText('Ana está respondendo esta conversa.')).toBeVisible();
  await expect(talk(bias).getByText('Sim, por aqui mesmo')).toBeHidden();
  await examine(bias, 'teamwork-held', { on: ['wide', 'phone'], themes: ['light', 'dark'] });
  await bias.setViewportSize({ width: 1440, height: 900 });
  await bias.getByRole('button', { name: 'Enviar mesmo assim' }).click();
  await expect(talk(bias).getByText('Sim, por aqui mesmo')).toBeVisible();

  // What Ana has begun is on her other device, and goes from there when it is deleted here.
  const second = await open(ana, `/tickets/${ticket.uuid}`, look('light'));
  await expect(field(second)).toHaveValue('Sim! Mando o link');
  await field(anas).fill('');
  await expect(field(second)).toHaveValue('');

  // A note calls Bia, who is elsewhere.
  await bias.getByRole('link', { name: 'Contatos' }).click();
  await anas.keyboard.press('Alt+P');
  const note = anas.getByRole('textbox', { name: 'Nota interna' });
  await note.pressSequentially('Confere a rota? @bi');
  await expect(anas.getByRole('option', { name: /Bia Fontes/ })).toBeVisible();
  await examine(anas, 'teamwork-note', { on: ['wide', 'phone'], themes: ['light', 'dark'] });
  await anas.setViewportSize({ width: 1440, height: 900 });
  await note.press('Enter');
  await expect(note).toHaveValue('Confere a rota? @Bia Fontes ');
  await note.press('Enter');
  await expect(talk(anas).getByRole('article', { name: 'Nota interna de Ana Beatriz' })).toContainText('@Bia Fontes');
  const chooser = anas.waitForEvent('filechooser');
  await anas.getByRole('button', { name: 'Anexar à nota' }).click();
  await (await chooser).setFiles({ name: 'rota.txt', mimeType: 'text/plain', buffer: Buffer.from('Rua A, 10') });
  await anas.getByRole('button', { name: 'Salvar nota' }).click();
  const withFile = talk(anas).getByRole('article', { name: 'Nota interna de Ana Beatriz' }).filter({ hasText: 'rota.txt' });
  await expect(withFile.getByRole('link', { name: /rota\.txt/ })).toBeVisible();
  await withFile.getByRole('button', { name: 'Fixar acima da conversa' }).click();
  const pinned = second.getByRole('region', { name: 'Nota fixada' });
  await pinned.getByRole('button', { name: /^Nota fixada/ }).click();
  await expect(pinned.getByRole('link', { name: /rota\.txt/ })).toBeVisible();
  await bias.getByRole('button', { name: 'Para mim: 1 não visto' }).click();
  await expect(bias.getByText('Ana Beatriz mencionou você: Confere a rota? @Bia Fontes')).toBeVisible();
  await examine(bias, 'teamwork-for-me', { on: ['wide', 'phone'], themes: ['light', 'dark'] });
  await bias.setViewportSize({ width: 1440, height: 900 });
  await bias
    .getByRole('dialog')
    .getByRole('button', { name: /Helena Sampaio/ })
    .click();
  await expect(talk(bias).getByText('Confere a rota?')).toBeVisible();
  await expect(bias.getByRole('button', { name: 'Para mim', exact: true })).toBeVisible();

  // Resolved, the one that has waited longest is next.
  const rui = desk.customer('Rui Tavares');
  await rui.text('Alguém?');
  await givenWaiting(desk, rui);
  await anas.keyboard.press('Control+Alt+E');
  await expect(anas.getByRole('heading', { name: 'Rui Tavares está esperando' })).toBeVisible();
});
