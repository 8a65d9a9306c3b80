import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Contatos' });
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text);

test('contacts are added with care, changed before the eyes of others, and deleted by admins only', async ({ desk, open }) => {
  const [agent, admin] = await Promise.all([open(desk.ana, '/contacts'), open(desk.admin, '/contacts')]);
  await expect(admin.getByText('Seus contatos ficam aqui')).toBeVisible();

  await agent.getByRole('button', { name: 'Adicionar contato' }).first().click();
  const dialog = agent.getByRole('dialog', { name: 'Adicionar contato' });
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText('Obrigatório')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('H');
  await dialog.getByLabel('Número do WhatsApp').fill('4890');
  await dialog.getByLabel('E-mail').fill('helena@');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText('Muito pequeno!')).toHaveCount(2);
  await expect(dialog.getByText('Email inválido')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Helena Sampaio');
  await dialog.getByLabel('Número do WhatsApp').fill('48905550142');
  await dialog.getByLabel('E-mail').fill('helena@sampaio.example');
  await dialog.getByRole('button', { name: 'Adicionar informação' }).click();
  await dialog.getByLabel('Nome do campo 1').fill('Aniversário');
  await dialog.getByLabel('Valor do campo 1').fill('12 de maio');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(notice(agent, 'Contato adicionado com sucesso.')).toBeVisible();
  await expect(table(admin).getByText('Helena Sampaio')).toBeVisible();

  await agent.getByRole('button', { name: 'Adicionar contato' }).first().click();
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Outra Helena');
  await dialog.getByLabel('Número do WhatsApp').fill('(48) 90555-0142');
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog.getByText('Já existe um contato com este número.')).toBeVisible();
  // What was typed is not thrown away unasked.
  await agent.keyboard.press('Escape');
  const asked = agent.getByRole('dialog').filter({ hasText: 'Descartar' });
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toBeHidden();

  await table(admin).getByText('Helena Sampaio').click();
  const editing = admin.getByRole('dialog', { name: 'Editar contato' });
  await expect(editing.getByLabel('Valor do campo 1')).toHaveValue('12 de maio');
  await editing.getByRole('textbox', { name: 'Nome', exact: true }).fill('Helena Sampaio Reis');
  await editing.getByRole('button', { name: 'Salvar' }).click();
  await expect(table(agent).getByText('Helena Sampaio Reis')).toBeVisible();

  await agent.getByRole('searchbox', { name: 'Buscar por nome ou número' }).fill('reis');
  await expect(agent).toHaveURL(/searchParam=reis/);
  await agent.getByRole('button', { name: 'Ações de Helena Sampaio Reis' }).click();
  await expect(agent.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await expect(agent.getByRole('menuitem', { name: 'Excluir' })).toHaveCount(0);
  await agent.keyboard.press('Escape');

  await admin.getByRole('button', { name: 'Ações de Helena Sampaio Reis' }).click();
  await admin.getByRole('menuitem', { name: 'Excluir' }).click();
  const sure = admin.getByRole('dialog', { name: 'Excluir Helena Sampaio Reis?' });
  await expect(sure.getByText('Deseja realmente excluir este registro?')).toBeVisible();
  await sure.getByRole('button', { name: 'Excluir' }).click();
  await expect(notice(admin, 'Contato excluído com sucesso.')).toBeVisible();
  await expect(agent.getByText('Nenhum contato encontrado')).toBeVisible();
});
