// How every page looks and reads, in both themes and on three screens: no serious fault found by axe, nothing wider than its
// screen, none of the watched faults, and, with E2E_LOOKS=1, a picture of each in artifacts/looks to look at.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Client, signIn } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import type { Balcao } from './balcao.ts';
import { expect, test } from './journey.ts';
import { examine, look, screens, wear } from './looks.ts';

/** Where to go, and what must be in sight before one looks. */
const pages: { name: string; path: string; seen: (page: Page) => Promise<unknown>; guest?: true }[] = [
  { name: 'login', path: '/login', guest: true, seen: (page) => expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible() },
  { name: 'signup', path: '/signup', guest: true, seen: (page) => expect(page.getByRole('button', { name: 'Cadastrar' })).toBeVisible() },
  {
    name: 'forgotten-password',
    path: '/forgetpsw',
    guest: true,
    seen: (page) => expect(page.getByRole('button', { name: 'Enviar código' })).toBeVisible(),
  },
  {
    name: 'new-password',
    path: '/forgetpsw?finish#email=lia%40loja.example&code=ABCD-2345',
    guest: true,
    seen: (page) => expect(page.getByRole('button', { name: 'Redefinir senha' })).toBeVisible(),
  },
  { name: 'tickets', path: '/tickets', seen: listed },
  { name: 'waiting', path: '/tickets?waiting=1', seen: listed },
  { name: 'closed', path: '/tickets?tab=closed', seen: listed },
  { name: 'search', path: '/tickets?tab=search&q=sof%C3%A1', seen: listed },
  { name: 'dashboard', path: '/', seen: (page) => expect(page.getByRole('table', { name: 'Atendentes' })).toBeVisible() },
  { name: 'first-steps', path: '/first-steps', seen: (page) => expect(page.getByText('Tudo pronto para atender')).toBeVisible() },
  { name: 'board', path: '/kanban', seen: (page) => expect(page.locator('li[data-ticket]').first()).toBeVisible() },
  { name: 'contacts', path: '/contacts', seen: tabled },
  { name: 'connections', path: '/connections', seen: tabled },
  { name: 'queues', path: '/queues', seen: tabled },
  { name: 'users', path: '/users', seen: tabled },
  { name: 'tags', path: '/tags', seen: tabled },
  { name: 'quick-messages', path: '/quick-messages', seen: tabled },
  { name: 'tasks', path: '/todolist', seen: (page) => expect(page.getByText('Nada por fazer')).toBeVisible() },
  { name: 'helps', path: '/helps', seen: (page) => expect(page.getByText('Um vídeo de exemplo')).toBeVisible() },
  { name: 'files', path: '/files', seen: tabled },
  {
    name: 'schedules',
    path: '/schedules',
    seen: (page) => expect(page.getByRole('button', { name: /^(Novo agendamento|Agendar)$/ })).toBeVisible(),
  },
  { name: 'campaigns', path: '/campaigns', seen: tabled },
  { name: 'billing', path: '/financeiro', seen: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible() },
  { name: 'subscription', path: '/subscription', seen: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible() },
  { name: 'integrations', path: '/queue-integration', seen: tabled },
  { name: 'prompts', path: '/prompts', seen: tabled },
  { name: 'automations', path: '/automations', seen: tabled },
  {
    name: 'campaigns-config',
    path: '/campaigns-config',
    seen: (page) => expect(page.getByRole('heading', { name: 'Configurações de campanhas' })).toBeVisible(),
  },
  { name: 'contact-lists', path: '/contact-lists', seen: tabled },
  { name: 'contact-list-items', path: '/contact-lists/1/contacts', seen: tabled },
  { name: 'consents', path: '/consents', seen: tabled },
  { name: 'chats', path: '/chats', seen: (page) => expect(page.getByRole('link', { name: /Equipe da loja/ })).toBeVisible() },
  {
    name: 'settings',
    path: '/settings',
    seen: (page) => expect(page.getByRole('combobox', { name: 'Avaliações' })).toBeVisible(),
  },
  { name: 'messages-api', path: '/messages-api', seen: (page) => expect(page.getByText('Como enviar')).toBeVisible() },
  {
    name: 'simulator',
    path: '/simulator',
    seen: (page) => expect(page.getByRole('textbox', { name: 'Mensagem do cliente' })).toBeVisible(),
  },
  { name: 'not-found', path: '/nowhere', seen: (page) => expect(page.getByText('Página não encontrada')).toBeVisible() },
];

/** What lies over a page, and how it is opened from there. */
const layers: { name: string; path: string; seen: (page: Page) => Promise<unknown>; opened: (page: Page) => Promise<unknown> }[] = [
  { name: 'palette', path: '/tickets', seen: listed, opened: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', path: '/tickets', seen: listed, opened: (page) => page.keyboard.press('?') },
  { name: 'new-ticket', path: '/tickets', seen: listed, opened: (page) => page.getByRole('button', { name: 'Novo atendimento' }).click() },
  { name: 'contact', path: '/contacts', seen: tabled, opened: (page) => page.getByRole('row').nth(1).click() },
  {
    name: 'delete',
    path: '/contacts',
    seen: tabled,
    opened: async (page) => {
      await page
        .getByRole('button', { name: /^Ações de/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
    },
  },
  {
    name: 'wizard',
    path: '/connections',
    seen: tabled,
    opened: (page) => page.getByRole('button', { name: 'Adicionar WhatsApp' }).click(),
  },
  { name: 'connection', path: '/connections', seen: tabled, opened: (page) => page.getByRole('row').nth(1).click() },
  { name: 'queue', path: '/queues', seen: tabled, opened: (page) => page.getByRole('row').nth(1).click() },
  { name: 'user', path: '/users', seen: tabled, opened: (page) => page.getByRole('row').nth(1).click() },
];

test.use({ env: { DEMO: '1' } });

test('pages', async ({ balcao, open, faults }) => {
  // The picture of the demo's help video.
  faults.allowed.push(/^outside: https:\/\/i\.ytimg\.com\//, /ERR_NAME_NOT_RESOLVED/);
  test.setTimeout(240_000);
  const marina = await signInAsAdmin(balcao);
  await givenTools(marina);
  const [guest, page] = await Promise.all([null, marina].map((who) => open(who, '/', look())));
  if (page) expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(await offered(page)));
  for (const { name, path, seen, guest: forGuests } of pages) {
    const shown = forGuests ? guest : page;
    if (!shown) continue;
    await shown.setViewportSize(screens.wide);
    await turnTo(shown, balcao.url + path);
    await seen(shown);
    await examine(shown, name);
  }
});

test('conversation', async ({ balcao, open }) => {
  test.setTimeout(150_000);
  const marina = await signInAsAdmin(balcao);
  const page = await open(marina, `/tickets/${await livelyTicket(marina)}`, look());
  await expect(page.getByRole('log').getByRole('listitem').nth(3)).toBeVisible();
  await pictured(page);
  await examine(page, 'conversation');
  if (process.env.E2E_PICTURE) await portray(page);
  await page.setViewportSize(screens.wide);
  await page.getByRole('button', { name: 'Transferir', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await examine(page, 'transfer', { on: ['wide', 'phone'] });
});

test('dialogs', async ({ balcao, open }) => {
  test.setTimeout(210_000);
  const page = await open(await signInAsAdmin(balcao), '/', look());
  for (const { name, path, seen, opened } of layers) {
    await page.setViewportSize(screens.wide);
    if (new URL(page.url()).pathname !== path) await turnTo(page, balcao.url + path);
    await seen(page);
    await opened(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await examine(page, `${name}-dialog`, { on: ['wide', 'phone'] });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

/** Goes there, within the app if that shows another page of it: a new load would draw the whole frame again. */
async function turnTo(page: Page, url: string): Promise<void> {
  const inside = new URL(page.url()).pathname !== new URL(url).pathname && (await page.locator('main h1').count()) === 1;
  if (!inside) return void (await page.goto(url));
  await page.evaluate(`{
    document.querySelector('main h1').dataset.before = '';
    history.pushState(null, '', ${JSON.stringify(url)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
  // The page before stays in sight while the code of the next is fetched.
  await expect(page.locator('[data-before]')).toHaveCount(0);
}

/** The picture of the read-me, made on wish. A reaction needs a font that not every machine has. */
async function portray(page: Page): Promise<void> {
  await wear(page, 'light');
  await page.setViewportSize(screens.wide);
  for (const reaction of await page.getByRole('button', { name: /^Reação/, pressed: true }).all()) {
    await reaction.click();
    await expect(reaction).toHaveCount(0);
  }
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).hover();
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Claro! Mando o código de rastreio assim que o caminhão sair.');
  await page.screenshot({ path: join(import.meta.dirname, '../docs/images/inbox.png'), animations: 'disabled' });
}

/** As the admin of the demo company, whose password the server prints. */
function signInAsAdmin({ url, output }: Balcao): Promise<Client> {
  const password = /Demo: sign in as .+ with the password (\S+)/.exec(output())?.[1] ?? '';
  return signIn(url, 'marina@demo.local', password, newIp());
}

/** Something in the lists that the demo company leaves empty; once, however often it is asked for. */
async function givenTools(admin: Client): Promise<void> {
  if ((await admin.call('GET /files')).count > 0) return;
  await admin.call('POST /tags', { body: { name: 'Orçamento enviado', color: '#1164a9', kanban: true } });
  await admin.call('POST /tags', { body: { name: 'Troca', color: '#ac2b30' } });
  const message = '{{greeting}}, {{firstName}}! O pedido sai em dois dias.';
  await admin.call('POST /quick-messages', { body: { shortcode: 'prazo', message, geral: true } });
  const [queue] = await admin.call('GET /queue');
  const prompt = 'Atenda os clientes da loja com cordialidade e sem prometer descontos nem prazos.';
  await admin.call('POST /prompt', { body: { name: 'Atendente da loja', prompt, apiKey: 'sk-demo', queueId: queue?.id ?? 0 } });
  await admin.call('POST /queueIntegration', { body: { type: 'n8n', name: 'Pedidos', urlN8N: 'https://n8n.example/webhook/pedidos' } });
  await admin.call('POST /queueIntegration', {
    body: { type: 'typebot', name: 'Boas-vindas', urlN8N: 'https://bot.example', typebotSlug: 'boas-vindas' },
  });
  await admin.call('POST /v1/automations', {
    body: { name: 'Despedida', event: 'ticketClosed', actions: [{ do: 'addNote', text: 'Encerrada' }], active: false },
  });
  await admin.call('POST /quick-messages', { body: { shortcode: 'pix', message: 'A chave é o nosso e-mail.', status: false } });
  await admin.call('POST /files', { body: { name: 'Catálogo de mesas', message: 'Segue o catálogo!' } });
  const list = await admin.call('POST /contact-lists', { body: { name: 'Clientes de móveis' } });
  await admin.call('POST /contact-list-items', { body: { name: 'Helena Prado', number: '48905550142', contactListId: list.id } });
  await admin.call('POST /campaigns', { body: { name: 'Volta às aulas', message1: 'Olá, {{name}}!', contactListId: list.id } });
  const left = await admin.call('POST /contacts', { body: { name: 'Davi Nogueira', number: '48905550143' } });
  await admin.call('POST /v1/contacts/:contactId/consent', {
    params: { contactId: left.id },
    body: { state: 'out', words: 'Pediu por telefone' },
  });
}

/** The conversation with the most kinds of messages in it. */
async function livelyTicket(admin: Client): Promise<string> {
  const { tickets } = await admin.call('GET /tickets', { query: { status: 'open', showAll: true } });
  const kinds = await Promise.all(
    tickets.map(async ({ id, uuid }) => {
      const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: id } });
      return { uuid, count: new Set(messages.map(({ mediaType }) => mediaType)).size, length: messages.length };
    }),
  );
  return kinds.sort((a, b) => b.count - a.count || b.length - a.length)[0]?.uuid ?? '';
}

/** Where the menu leads. */
async function offered(page: Page): Promise<(string | null)[]> {
  const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
  await expect(links.filter({ hasText: 'Simulador' })).toBeVisible();
  return Promise.all((await links.all()).map((link) => link.getAttribute('href')));
}

function listed(page: Page) {
  return expect(page.getByRole('region', { name: 'Lista de atendimentos' }).locator('[data-row]').first()).toBeVisible();
}

function tabled(page: Page) {
  return expect(page.getByRole('row').nth(1)).toBeVisible();
}

/** The pictures in sight have come. */
async function pictured(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        `[...document.images].every((image) => image.complete || image.loading === 'lazy' && image.getBoundingClientRect().top > innerHeight)`,
      ),
    )
    .toBe(true);
}
