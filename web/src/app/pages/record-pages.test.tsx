// The pages of records: each deletes what one agrees to, and says what the server says.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection, detail } from '../../data/connections/test-connections.ts';
import { makeQueue } from '../../data/queues/test-queues.ts';
import { makeTicket } from '../../data/tickets/test-tickets.ts';
import { makeUser } from '../../data/users/test-users.ts';
import { HelpsAdmin } from '../../features/team/helps/helps-admin.tsx';
import { clearSession, keepSession } from '../../platform/session.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { watchToasts } from '../../platform/test-toast.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { AnnouncementsPage } from './announcements-page.tsx';
import { ConnectionsPage } from './connections-page.tsx';
import { ContactsPage } from './contacts-page.tsx';
import { FilesPage } from './files-page.tsx';
import { QueuesPage } from './queues-page.tsx';
import { QuickMessagesPage } from './quick-messages-page.tsx';
import { SimulatorPage } from './simulator-page.tsx';
import { TagsPage } from './tags-page.tsx';
import { UsersPage } from './users-page.tsx';

const at = '2026-11-21T12:00:00.000Z';
const page = (field: string, ...rows: object[]) => ({ [field]: rows, count: rows.length, hasMore: false });
const tag = { id: 1, name: 'Troca', color: '#2f9249', kanban: 0, ticketsCount: 4, updatedAt: at };
const reply = {
  id: 1,
  shortcode: 'oi',
  message: 'Olá',
  geral: true,
  status: true,
  userId: 7,
  mediaName: null,
  mediaPath: null,
  updatedAt: at,
};
const announcement = {
  id: 1,
  title: 'Manutenção',
  text: 'Domingo',
  priority: 1,
  status: true,
  mediaPath: null,
  mediaName: null,
  updatedAt: at,
  createdAt: at,
};
const help = { id: 1, title: 'Atender', description: 'Como', video: 'dQw4w9WgXcQ', updatedAt: at, createdAt: at };
const fileList = { id: 1, name: 'Catálogo', message: '', updatedAt: at, createdAt: at };
const contact = { ...makeTicket(1).contact, name: 'Caio Menezes', identities: [], isGroup: false, createdAt: at, updatedAt: at };
const main = connection({ name: 'Loja Centro', isDefault: false });
const { company } = testSession().user;

let server: ReturnType<typeof serve>;
let cache: QueryClient;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server = serve({
    'GET /tags': page('tags', tag),
    'GET /users': page('users', makeUser(1)),
    'GET /quick-messages': page('records', reply),
    'GET /files': page('files', fileList),
    'GET /contacts': page('contacts', contact),
    'GET /announcements': page('records', announcement),
    'GET /helps/list': [help],
    'GET /queue': [makeQueue(1)],
    'GET /whatsapp': [main],
    'GET /settings': [],
    'GET /companies/3': company,
    'GET /v1/imports': { imports: [] },
  });
  keepSession(testSession({ user: { profile: 'admin' } }));
});
afterEach(() => {
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

function open(Page: ComponentType, address = '/') {
  renderUi(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[address]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const pages: [name: string, row: string, route: string, page: ComponentType][] = [
  ['tags', 'Troca', 'DELETE /tags/1', TagsPage],
  ['users', 'Pessoa 1', 'DELETE /users/1', UsersPage],
  ['quick messages', 'oi', 'DELETE /quick-messages/1', QuickMessagesPage],
  ['file lists', 'Catálogo', 'DELETE /files/1', FilesPage],
  ['contacts', 'Caio Menezes', 'DELETE /contacts/1', ContactsPage],
  ['announcements', 'Manutenção', 'DELETE /announcements/1', AnnouncementsPage],
  ['helps', 'Atender', 'DELETE /helps/1', HelpsAdmin],
  ['queues', 'Fila 1', 'DELETE /queue/1', QueuesPage],
  ['connections', 'Loja Centro', 'DELETE /whatsapp/1', ConnectionsPage],
];
const menuOf = (row: string) => `[aria-label="Ações de ${row}"], [aria-label="Ações de /${row}"]`;
async function askToDelete(row: string) {
  fireEvent.click(await waitFor(() => found(menuOf(row))));
  fireEvent.click(await screen.findByText('Excluir', { selector: '[role="menuitem"] *' }));
  await waitFor(() => found('[role="dialog"] button'));
}
function found(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}

test.each(pages)('%s: what cannot be read, or deleted, says why; what one agrees to delete goes', async (_name, row, route, Page) => {
  const good = { ...server.answers };
  const expired = refused('ERR_SUBSCRIPTION_EXPIRED', 403, { details: { dueDate: '2026-11-20' } });
  for (const each of Object.keys(good)) server.answers[each] = expired;
  open(Page);
  expect((await screen.findAllByText(/Sua assinatura venceu 20\/11\/2026/)).length).toBeGreaterThan(0);
  Object.assign(server.answers, good);
  for (const button of screen.getAllByText('Tentar de novo')) fireEvent.click(button);

  server.answers[route] = refused('ERR_INTERNAL_SERVER_ERROR', 500);
  await askToDelete(row);
  expect(server.told()).toEqual([]);
  fireEvent.click(screen.getByText('Excluir', { selector: '[role="dialog"] *' }));
  await waitFor(() => expect(toasts.shown()).toMatchObject({ kind: 'error', title: expect.stringContaining('problema inesperado') }));
  toasts.clear();

  server.answers[route] = {};
  await askToDelete(row);
  fireEvent.click(screen.getByText('Excluir', { selector: '[role="dialog"] *' }));
  await waitFor(() => expect(toasts.shown()?.kind).toBe('success'));
  expect(server.told().map((call) => call.route)).toEqual([route, route]);
  await waitFor(() => expect(document.querySelector(menuOf(row))).toBeNull());
});

test('the address names what is searched for', async () => {
  open(TagsPage, '/?search=tro');
  await screen.findByText('Troca');
  expect(server.asked[0]?.query.get('searchParam')).toBe('tro');
});

const messages = { messages: [] };

test('without a simulator there is one to make, and then its phone', async () => {
  open(SimulatorPage);
  const made = detail(connection({ id: 5, name: 'Simulador', channel: 'simulator' }));
  server.answers['POST /whatsapp'] = refused('ERR_PLAN_CONNECTIONS_LIMIT', 403);
  server.answers['GET /simulator/5/messages'] = messages;
  fireEvent.click(await screen.findByRole('button', { name: 'Criar simulador' }));
  await waitFor(() => expect(toasts.shown()?.title).toContain('O limite de conexões do plano foi atingido'));
  server.answers['POST /whatsapp'] = made;
  fireEvent.click(screen.getByRole('button', { name: 'Criar simulador' }));
  expect(await screen.findByRole('region', { name: 'Celular de Helena Sampaio' })).toBeShown();
});

test('the phone is of the customer whom the address or a choice names; a number that is none is said', async () => {
  server.answers['GET /whatsapp'] = [
    connection({ id: 5, channel: 'simulator' }),
    connection({ id: 6, name: 'Outra', channel: 'simulator' }),
  ];
  server.answers['GET /simulator/5/messages'] = messages;
  server.answers['GET /simulator/6/messages'] = messages;
  open(SimulatorPage, '/?connection=6&from=5548905550199&name=Bia');
  expect(await screen.findByRole('region', { name: 'Celular de Bia' })).toBeShown();
  expect(server.asked.some(({ route, query }) => route === 'GET /simulator/6/messages' && query.get('from') === '+5548905550199')).toBe(
    true,
  );
  fireEvent.click(screen.getByRole('button', { name: /Otávio Brandão/ }));
  expect(await screen.findByRole('region', { name: 'Celular de Otávio Brandão' })).toBeShown();
  fireEvent.change(screen.getByRole('textbox', { name: 'Outro cliente' }), { target: { value: 'Ana' } });
  fireEvent.click(screen.getByRole('button', { name: 'Usar este cliente' }));
  expect(screen.getByText('Use DDD e número, ou + e o código do país.')).toBeShown();
  fireEvent.change(screen.getByRole('textbox', { name: 'Número do outro cliente' }), { target: { value: '(48) 90555-0142' } });
  fireEvent.click(screen.getByRole('button', { name: 'Usar este cliente' }));
  expect(await screen.findByRole('region', { name: 'Celular de Helena Sampaio' })).toBeShown();
});
