// The pages that list records, and what people do there: the same on each.
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export type Records = {
  path: string;
  /** Name of the table. */
  table: string;
  /** What one record is called in the titles of its dialogs. */
  one: string;
  /** What a new one is filled in with, the field that names it first. */
  fields: [label: string, value: string][];
  /** What is chosen for a new one. */
  choices?: [label: string, option: string][];
  /** What its name becomes. */
  renamed: string;
  /** A switch without which others do not see it. */
  shared?: string;
  /** A click on its row leads elsewhere; it is edited from its menu. */
  byMenu?: boolean;
};

export const records: Records[] = [
  {
    path: '/users',
    table: 'Usuários',
    one: 'usuário',
    fields: [
      ['Nome', 'Davi Nogueira'],
      ['E-mail', ''],
      ['Senha', 'senha-do-davi'],
    ],
    renamed: 'Davi Nogueira Lins',
  },
  { path: '/queues', table: 'Filas', one: 'fila', fields: [['Nome', 'Entregas']], renamed: 'Entregas e coletas' },
  { path: '/tags', table: 'Tags', one: 'tag', fields: [['Nome', 'Orçamento']], renamed: 'Orçamento enviado' },
  {
    path: '/contacts',
    table: 'Contatos',
    one: 'contato',
    fields: [
      ['Nome', 'Helena Sampaio'],
      ['Número do WhatsApp', '48905550142'],
    ],
    renamed: 'Helena Sampaio Reis',
  },
  {
    path: '/quick-messages',
    table: 'Respostas Rápidas',
    one: 'resposta rápida',
    fields: [
      ['Atalho', 'prazo'],
      ['Mensagem', 'O pedido sai em dois dias.'],
    ],
    renamed: 'prazos',
    shared: 'Geral',
  },
  {
    path: '/files',
    table: 'Listas de arquivos',
    one: 'lista de arquivos',
    fields: [
      ['Nome', 'Catálogo de mesas'],
      ['Mensagem', 'Segue o catálogo!'],
    ],
    renamed: 'Catálogo de cadeiras',
  },
  {
    path: '/queue-integration',
    table: 'Integrações',
    one: 'integração',
    fields: [
      ['Nome', 'Robô da loja'],
      ['Endereço do visualizador', 'https://bot.example'],
      ['Nome público do fluxo', 'loja'],
    ],
    renamed: 'Robô das vendas',
  },
  {
    path: '/automations',
    table: 'Automações',
    one: 'automação',
    fields: [['Nome', 'Tudo para Vendas']],
    choices: [
      ['Ação 1', 'Mover para uma fila'],
      ['Quem ou o quê na ação 1', 'Vendas'],
    ],
    renamed: 'Tudo para as vendas',
  },
  {
    path: '/contact-lists',
    table: 'Listas de Contatos',
    one: 'lista de contatos',
    fields: [['Nome', 'Clientes de março']],
    renamed: 'Clientes de abril',
    byMenu: true,
  },
  {
    path: '/campaigns',
    table: 'Campanhas',
    one: 'campanha',
    fields: [['Nome', 'Volta às aulas']],
    renamed: 'Volta às aulas 2',
    byMenu: true,
  },
];

/** Of operators: every company's people see these, so other tests name theirs otherwise. */
export const operatorRecords: Records[] = [
  {
    path: '/announcements',
    table: 'Informativos',
    one: 'informativo',
    fields: [
      ['Título', 'Manutenção'],
      ['Texto', 'O sistema para às 3h.'],
    ],
    renamed: 'Manutenção adiada',
  },
  {
    path: '/settings?tab=helps',
    table: 'Vídeos de ajuda',
    one: 'vídeo',
    fields: [
      ['Título', 'Atender'],
      ['Descrição', 'Como aceitar um atendimento.'],
      ['Código do vídeo', 'dQw4w9WgXcQ'],
    ],
    renamed: 'Atender e encerrar',
  },
];

/** By the menu, which loads the page and not the whole app. */
export async function goTo(page: Page, path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, page.url());
  await page.getByRole('navigation', { name: 'Principal' }).locator(`a[href="${pathname}"]`).click();
  await expect(page).toHaveURL((url) => url.pathname === pathname);
  if (searchParams.has('tab')) await page.getByRole('tab', { name: 'Ajuda' }).click();
}

/** One page of records in one browser. */
export function pageOf(page: Page, { table, one, fields, choices = [], shared, byMenu }: Records) {
  const adding = page.getByRole('dialog', { name: `Adicionar ${one}` });
  const editing = page.getByRole('dialog', { name: `Editar ${one}` });
  const nameField = editing.getByRole('textbox', { name: fields[0]?.[0] ?? '', exact: true });
  const row = (name: string) =>
    page
      .getByRole('table', { name: table })
      .getByRole('row')
      .filter({ has: page.getByText(name, { exact: true }) });
  // A shortcode is shown with its slash.
  const shown = (name: string) => row(one === 'resposta rápida' ? `/${name}` : name);
  return {
    adding,
    editing,
    nameField,
    row: shown,
    async startAdding() {
      await page
        .getByRole('button', { name: `Adicionar ${one}` })
        .first()
        .click();
      await expect(adding).toBeVisible();
    },
    /** `email` where there is none yet: it is one of a kind on the whole server. */
    async add(email: string) {
      await this.startAdding();
      for (const [label, value] of fields) await adding.getByRole('textbox', { name: label, exact: true }).fill(value || email);
      for (const [label, option] of choices) {
        await adding.getByRole('combobox', { name: label, exact: true }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      }
      if (shared) await adding.getByRole('switch', { name: shared }).check();
      await adding.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await expect(adding).toBeHidden();
    },
    async open(name: string) {
      if (byMenu) {
        await page.getByRole('button', { name: `Ações de ${name}`, exact: true }).click();
        await page.getByRole('menuitem', { name: 'Editar' }).click();
      } else await shown(name).click();
      await expect(editing).toBeVisible();
    },
    async save() {
      await editing.getByRole('button', { name: 'Salvar', exact: true }).click();
    },
    async remove(name: string) {
      await page.getByRole('button', { name: `Ações de ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
      await page
        .getByRole('dialog', { name: /^Excluir / })
        .getByRole('button', { name: 'Excluir' })
        .click();
    },
  };
}
