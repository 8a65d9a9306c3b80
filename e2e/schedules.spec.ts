import type { Page } from '@playwright/test';
import { givenOpenTicket } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Avisos' }).getByText(text);

test('a message is scheduled, moved by the keyboard, seen by others, and deleted', async ({ desk, open }) => {
  const { contactId } = await givenOpenTicket(desk, desk.ana, desk.customer('Otávio Brandão'));
  const [ana, other] = await Promise.all([
    open(desk.ana, `/schedules?contactId=${contactId}&day=2035-05-14`, look()),
    open(desk.admin, '/schedules?day=2035-05-14&view=agenda', look()),
  ]);
  const dialog = ana.getByRole('dialog', { name: 'Novo agendamento' });
  await expect(dialog.getByText('Otávio Brandão').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect(dialog.getByText('Mensagem muito curta')).toBeVisible();
  await dialog.locator('input[type=date]').first().fill('2035-05-14');
  await dialog.locator('input[type=time]').fill('09:00');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia, {{firstName}}! Chegaram peças novas.');
  await expect(dialog.getByText('Bom dia, Otávio! Chegaram peças novas.')).toBeVisible();
  await dialog.getByText('Semana', { exact: true }).click();
  await dialog.getByRole('button', { name: 'segunda-feira' }).click();
  await dialog.getByLabel('Último dia').fill('2035-06-11');
  await expect(dialog.getByText('5 envios')).toBeVisible();
  await examine(ana, 'schedules-dialog', { on: ['wide', 'phone'] });
  await ana.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect(notice(ana, 'Agendamento salvo com sucesso.')).toBeVisible();

  // The other session sees it, with the times to come.
  await expect(other.getByRole('button', { name: /09:00.*Otávio Brandão/ })).toHaveCount(3);

  const mark = ana.getByRole('gridcell', { name: /14 de maio/ }).getByRole('button', { name: /^09:00 Otávio Brandão/ });
  await expect(mark).toBeVisible();
  await examine(ana, 'schedules-month');
  await ana.setViewportSize({ width: 1440, height: 900 });
  await mark.focus();
  await ana.keyboard.press('Shift+ArrowRight');
  // The focus goes along, for the next step.
  await expect(ana.getByRole('gridcell', { name: /15 de maio/ }).getByRole('button', { name: /^09:00 Otávio/ })).toBeFocused();
  await ana.getByText('Semana', { exact: true }).click();
  await expect(ana.getByRole('group', { name: /terça-feira, 15 de maio/ }).getByRole('button', { name: /^09:00 Otávio/ })).toBeVisible();
  await examine(ana, 'schedules-week', { on: ['wide'], themes: ['light'] });
  await ana.getByText('Agenda', { exact: true }).click();
  await ana
    .getByRole('button', { name: /09:00.*Otávio Brandão/ })
    .first()
    .click();
  await ana.getByRole('dialog', { name: 'Editar agendamento' }).getByRole('button', { name: 'Excluir' }).click();
  await ana
    .getByRole('dialog', { name: /^Excluir o agendamento/ })
    .getByRole('button', { name: 'Excluir' })
    .click();
  await expect(ana.getByText('Nada agendado neste mês')).toBeVisible();
  await expect(other.getByText('Nada agendado neste mês')).toBeVisible();
});

test('a text is sent later from its conversation, which tells of it', async ({ desk, open }) => {
  const ticket = await givenOpenTicket(desk, desk.ana, desk.customer('Helena Sampaio'));
  const page = await open(desk.ana, `/tickets/${ticket.uuid}`, look());
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Mando o link assim que chegar.');
  await page.getByRole('button', { name: 'Enviar depois' }).click();
  await examine(page, 'send-later', { on: ['wide'] });
  await page.getByRole('menuitem', { name: /Daqui a 1 hora/ }).click();
  await expect(notice(page, /^Sai hoje|^Sai \d\d\//)).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(page.getByText(/Mando o link assim que chegar\./)).toBeVisible();
  const { schedules } = await desk.ana.call('GET /schedules', { query: { contactId: ticket.contactId } });
  expect(schedules).toMatchObject([{ status: 'PENDENTE', cancelIfAnswered: true, whatsappId: ticket.whatsapp?.id }]);
});
