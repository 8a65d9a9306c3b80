import type { Page } from '@playwright/test';
import { type Client, until } from '../server/test/client.ts';
import { expect, test } from './journey.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' });
const thread = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const from = '5548905550177';

/** Somebody with the built-in telephone, who may hide his number. */
async function givenTelephone(admin: Client, queueIds: number[]) {
  const { id: whatsappId } = await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator', queueIds } });
  const params = { whatsappId };
  await until(async () => (await admin.call('GET /whatsapp/:whatsappId', { params })).status === 'CONNECTED');
  return {
    says: (body: string, hides?: 'number' | 'nothing') =>
      admin.call('POST /simulator/:whatsappId/messages', { params, body: { from, name: 'Iara Prado', body, hides } }),
    hears: async (text: string) =>
      (await admin.call('GET /simulator/:whatsappId/messages', { params, query: { from } })).messages.some(({ body }) =>
        body.includes(text),
      ),
    async tickets() {
      const { tickets } = await admin.call('GET /tickets', { query: { searchParam: 'Iara', showAll: true } });
      return tickets.filter((ticket) => ticket.whatsappId === whatsappId).sort((a, b) => a.id - b.id);
    },
  };
}

test('a contact with a hidden number is answered, recognised, merged, and split again', async ({ desk, open }) => {
  const iara = await givenTelephone(desk.admin, [desk.sales]);
  await iara.says('Oi, prefiro não mostrar o número', 'number');
  const [hidden] = await until(async () => ((await iara.tickets()).length === 1 ? iara.tickets() : null));
  if (!hidden) throw new Error('no ticket came of it');
  await desk.admin.call('PUT /tickets/:ticketId', {
    params: { ticketId: hidden.id },
    body: { status: 'open', userId: desk.admin.user.id, queueId: desk.sales },
  });
  const page = await open(desk.admin, `/tickets/${hidden.uuid}`, { viewport: { width: 1440, height: 900 } });
  await expect(panel(page).getByText('Número oculto')).toBeVisible();
  // No id of the provider passes for a number.
  await expect(panel(page)).not.toContainText(/\d{10}/);
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Sem problema!');
  await page.keyboard.press('Enter');
  await until(() => iara.hears('Sem problema!'));

  await iara.says('E por este número?');
  await until(async () => (await iara.tickets()).length === 2);
  await iara.says('Sou eu mesma', 'nothing');
  await expect(thread(page).getByText('Sou eu mesma')).toBeVisible();
  await expect(panel(page).getByText('+55 48 90555-0177')).toBeVisible();
  await expect(panel(page).getByText('O WhatsApp confirmou que são a mesma pessoa.')).toBeVisible();
  await expect(thread(page).getByText('Oi, prefiro não mostrar o número')).toBeVisible();
  await expect(thread(page).getByText('E por este número?')).toBeVisible();
  const [going, ended] = await iara.tickets();
  expect([going?.status, ended?.status]).toEqual(['open', 'closed']);
  expect(ended?.contactId).toBe(going?.contactId);

  await panel(page).getByRole('button', { name: 'Separar' }).click();
  await page.getByRole('dialog', { name: 'Separar Iara Prado?' }).getByRole('button', { name: 'Separar' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Contatos separados.')).toBeVisible();
  await expect(panel(page).getByText('Número oculto')).toBeVisible();
  await expect(panel(page).getByText('+55 48 90555-0177')).toHaveCount(0);
  await expect(thread(page).getByText('E por este número?')).toHaveCount(0);
  // A manual split is never undone automatically.
  await iara.says('E agora?', 'nothing');
  await until(async () => (await iara.tickets())[1]?.status === 'pending');
  const [first, second] = await iara.tickets();
  expect(first?.contactId).not.toBe(second?.contactId);
});
