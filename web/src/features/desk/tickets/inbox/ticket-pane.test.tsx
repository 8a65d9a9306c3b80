import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { deferred, refused, serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { TicketPane } from './ticket-pane.tsx';

const sales = { id: 1, name: 'Vendas', color: '#1164a9' };
const support = { id: 2, name: 'Suporte', color: '#2e7d32' };
const nothing = () => undefined;
let server: ReturnType<typeof serve>;

beforeEach(() => {
  server = serve({
    'GET /tickets': { tickets: [], count: 0, hasMore: false },
    'GET /v1/tickets/counts': { open: 5, pending: 2, closed: 1200, unread: 3 },
    'GET /queue': [sales, support],
    'GET /tags/list': [{ id: 3, name: 'Troca', color: '#2f9249' }],
    'GET /users/list': [],
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  clearSession();
  vi.unstubAllGlobals();
});

function open(profile: 'admin' | 'user', address = '/tickets', allTicket: 'enabled' | 'disabled' = 'disabled') {
  keepSession(
    testSession({
      user: { profile, allTicket, queues: [sales, support].map((queue) => ({ ...queue, UserQueue: { userId: 7, queueId: queue.id } })) },
    }),
  );
  const onNew = vi.fn();
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <TicketPane
          selectedId={null}
          phone={false}
          onNew={onNew}
          onListed={nothing}
          draftKeyOf={(id) => `draft:${id}`}
          onAccept={nothing}
          onResolve={nothing}
          onReopen={nothing}
          onReturn={nothing}
          onTransfer={nothing}
          onPeek={null}
          onPrefetch={nothing}
          onAskAccept={nothing}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return onNew;
}
/** Only what has a height draws rows. */
function givenHeight() {
  for (const side of ['clientWidth', 'clientHeight'] as const) vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(700);
}
const asked = () => server.asked.filter(({ route }) => route === 'GET /tickets').map(({ query }) => Object.fromEntries(query));
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));

test('it begins with the own open conversations, and counts those of each list', async () => {
  open('user');
  await waitFor(() => expect(asked()).toMatchObject([{ status: 'open', showAll: 'false', pageNumber: '1' }]));
  expect(await screen.findByRole('button', { name: /^Abertas\s*7$/ })).toBeShown();
  expect(screen.getByRole('button', { name: /^Resolvidos\s*1\.200$/ })).toBeShown();
  expect(screen.getByRole('button', { name: /^Atendendo/, pressed: true }).textContent).toContain('5');
});

test('those who wait are a list of their own', async () => {
  open('user');
  press(/^Aguardando/);
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ status: 'pending' }));
  expect(await screen.findByText('Ninguém esperando')).toBeShown();
});

test('an agent without conversations and saved views has no strip of filters, until there is something to save', async () => {
  server.answers['GET /v1/ticket-views'] = [];
  server.answers['GET /v1/tickets/filter-counts'] = { unread: 0, chatbot: 0, priority: 0, untagged: 0, snoozed: 0, queues: [] };
  open('user');
  await screen.findByRole('button', { name: 'Visões salvas' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Visões salvas' })).toBeNull());
  cleanup();
  open('user', '/tickets?queues=2');
  expect(await screen.findByRole('button', { name: 'Visões salvas' })).toBeShown();
  await waitFor(() => expect(server.asked.some(({ route }) => route === 'GET /v1/ticket-views')).toBe(true));
  expect(screen.getByRole('button', { name: 'Visões salvas' })).toBeShown();
});

test('all conversations are for admins', async () => {
  open('user', '/tickets?all=1');
  await waitFor(() => expect(asked()).toMatchObject([{ showAll: 'false' }]));
  expect(screen.queryByRole('switch', { name: 'Todos' })).toBeNull();
});

test('admins see all of them, or only their own', async () => {
  open('admin');
  await waitFor(() => expect(asked()).toMatchObject([{ showAll: 'true' }]));
  fireEvent.click(screen.getByRole('switch', { name: 'Todos' }));
  await waitFor(() => expect(asked().at(-1)?.showAll).toBe('false'));
});

test('a search asks for nothing before something is written', async () => {
  open('user');
  await waitFor(() => expect(asked()).toHaveLength(1));
  press(/^Busca/);
  expect(await screen.findByText('Busque em todas as conversas')).toBeShown();
  expect(asked()).toHaveLength(1);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'HELENA' } });
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ searchParam: 'helena' }));
  expect(asked().at(-1)).not.toHaveProperty('status');
  expect(await screen.findByText('Nada encontrado')).toBeShown();
});

test('who sees what is in no queue may choose it among the queues, with its number', async () => {
  server.answers['GET /v1/tickets/filter-counts'] = {
    ...{ unread: 0, chatbot: 0, priority: 0, untagged: 0, snoozed: 0 },
    queues: [{ queueId: 0, count: 4 }],
  };
  open('user');
  press(/^Filas/);
  expect(await screen.findByRole('checkbox', { name: /^Vendas/ })).toBeShown();
  expect(screen.queryByRole('checkbox', { name: /^Sem fila/ })).toBeNull();
  cleanup();
  open('user', '/tickets', 'enabled');
  press(/^Filas/);
  expect(await screen.findByRole('checkbox', { name: /^Sem fila/ })).toBeShown();
  cleanup();
  open('admin');
  fireEvent.click(await screen.findByRole('button', { name: /^Filas/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Sem fila\s*4$/ }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ queueIds: '[0]' }));
  expect(screen.getByRole('button', { name: 'Filas: Sem fila' })).toBeShown();
});

test('an empty list says why, and what can be done', async () => {
  const onNew = open('user', '/tickets?queues=2');
  expect(await screen.findByText('Nada nas filas escolhidas')).toBeShown();
  expect(asked()).toMatchObject([{ queueIds: '[2]' }]);
  press('Mostrar todas as filas');
  fireEvent.click(await screen.findByRole('button', { name: 'Iniciar conversa' }));
  expect(onNew).toHaveBeenCalledOnce();
  press(/^Resolvidos/);
  expect(await screen.findByText('Nenhum atendimento resolvido')).toBeShown();
});

test('a list that cannot be read says so', async () => {
  server.answers['GET /tickets'] = refused('ERR_SUBSCRIPTION_EXPIRED', 403, { details: { dueDate: '2026-11-20' } });
  open('user');
  expect(await screen.findByText(/Sua assinatura venceu 20\/11\/2026/)).toBeShown();
  server.answers['GET /tickets'] = { tickets: [makeTicket(1)], count: 1, hasMore: false };
  press('Tentar de novo');
  await waitFor(() => expect(screen.queryByText(/assinatura venceu/)).toBeNull());
});

test('a search goes on in what it found until more is there, is followed with Enter and remembered', async () => {
  givenHeight();
  const helena = makeTicket(1, { contact: { ...makeTicket(1).contact, name: 'Helena' } });
  const caio = makeTicket(2, { contact: { ...makeTicket(2).contact, name: 'Caio' } });
  server.answers['GET /tickets'] = { tickets: [helena], count: 1, hasMore: false };
  open('user', '/tickets?tab=search&q=hel');
  const rows = () => [...document.querySelectorAll('#atendimentos [data-row]')].map((row) => row.textContent);
  await waitFor(() => expect(rows()).toEqual(['Helena']));
  expect(document.querySelector('mark')?.textContent).toBe('Hel');
  const later = deferred();
  server.answers['GET /tickets'] = later.promise;
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  field.focus();
  fireEvent.change(field, { target: { value: 'Caio' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ searchParam: 'caio' }));
  expect(await screen.findByText('Buscando…')).toBeShown();
  // What is there was not found by what is written now.
  expect([rows(), document.querySelector('mark')?.textContent, document.activeElement]).toEqual([['Helena'], 'Hel', field]);
  later.resolve({ tickets: [caio], count: 1, hasMore: false });
  await waitFor(() => expect(rows()).toEqual(['Caio']));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(document.activeElement?.textContent).toBe('Caio');
  fireEvent.click(screen.getByRole('button', { name: 'Limpar busca' }));
  expect(await screen.findByRole('button', { name: 'caio' })).toBeShown();
});

test('a search that found more than it looks through says that these are the newest', async () => {
  givenHeight();
  server.answers['GET /tickets'] = { tickets: [makeTicket(1), makeTicket(2)], count: 2, hasMore: false, newestOnly: true };
  open('user', '/tickets?tab=search&q=bom');
  expect((await screen.findByText('2 mais recentes')).title).toBe('Mais palavras alcançam também as mais antigas.');
  expect(screen.getByText('2+').closest('button')?.textContent).toBe('Busca2+');
  expect((await screen.findByText('7')).closest('button')?.textContent).toBe('Abertas7');
  server.answers['GET /tickets'] = { tickets: [makeTicket(1), makeTicket(2)], count: 2, hasMore: false };
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'boleto' } });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect((await screen.findByText('2 conversas')).title).toBe('');
  expect(screen.queryByText('2+')).toBeNull();
  server.answers['GET /tickets'] = { tickets: [], count: 0, hasMore: false, newestOnly: true };
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nota' } });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(await screen.findByText('Nenhuma entre as mais recentes')).toBeShown();
  expect(screen.getByText('Mais palavras alcançam também as mais antigas.')).toBeShown();
});

test('what a result leads to was a search worth remembering', async () => {
  givenHeight();
  server.answers['GET /tickets'] = { tickets: [makeTicket(1)], count: 1, hasMore: false };
  open('user', '/tickets?tab=search&q=hel');
  fireEvent.click(await screen.findByRole('link'));
  press('Limpar busca');
  expect(await screen.findByRole('button', { name: 'hel' })).toBeShown();
});

test('a search that finds nothing is widened, or goes on among the contacts', async () => {
  open('user', '/tickets?tab=search&tags=3&q=caf%C3%A9%20%26%20cia');
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Buscar nos contatos' });
  expect(link.getAttribute('href')).toBe('/contacts?searchParam=caf%C3%A9%20%26%20cia');
  expect(asked().at(-1)).toMatchObject({ tags: '[3]', searchParam: 'café & cia' });
  fireEvent.click(screen.getByText('Limpar os filtros'));
  await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('tags'));
});
