// The frame as a whole: what is around every page, and what becomes of it when the session ends.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../../data/connections/test-connections.ts';
import { makeTicket } from '../../data/tickets/test-tickets.ts';
import { listenForCommands } from '../../platform/commands.ts';
import { chooseLanguage, speakLanguage } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query-client.ts';
import { clearSession, keepSession, sessionState } from '../../platform/session.ts';
import { startSession } from '../../platform/sign-in.ts';
import { keyDown } from '../../platform/test-keys.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession, testToken } from '../../platform/test-session.ts';
import { wire } from '../../platform/test-wire.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { colorSchemeManager } from '../color-scheme.ts';
import { Router } from '../router.tsx';
// What the app loads when it is needed is here from the start.
import '../pages/dashboard-page.tsx';
import '../pages/inbox-page.tsx';
import '../pages/tags-page.tsx';
import './shell.tsx';

vi.mock('socket.io-client', () => import('../../platform/test-wire.ts'));

const tag = (id: number, name: string) => ({ id, name, color: '#2f9249', kanban: 0, ticketsCount: 4, updatedAt: '' });
const figures = {
  period: { from: '2026-11-21', until: '2026-11-21' },
  counters: {
    supportHappening: 1,
    supportPending: 0,
    supportPendingLong: 0,
    supportFinished: 1,
    leads: 1,
    avgSupportTime: 2.5,
    avgWaitTime: null,
  },
  attendants: [],
  days: [{ day: '2026-11-21', queued: 1, finished: 1, leads: 1, avgSupportTime: 2.5, avgWaitTime: null }],
};
let server: ReturnType<typeof serve>;
let width: number;
let stopKeys: () => void;

beforeEach(() => {
  width = 1400;
  server = serve({
    'GET /version': { version: '4.2.0' },
    'GET /tags': { tags: [tag(1, 'Troca')], count: 1, hasMore: false },
    'GET /v1/tickets/counts': { open: 5, pending: 2, closed: 0, unread: 3 },
    'GET /tickets': { tickets: [makeTicket(1, { unreadMessages: 1 })], count: 1, hasMore: false },
    'GET /dashboard': figures,
    'GET /whatsapp': [connection({ channel: 'simulator' })],
    'DELETE /auth/logout': {},
  });
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const least = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? 0);
    const most = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const matches = query.includes('width') && width >= least && width <= most;
    return Object.assign(new EventTarget(), { matches, media: query }) as unknown as MediaQueryList;
  });
  stopKeys = listenForCommands();
});
afterEach(() => {
  act(() => clearSession());
  stopKeys();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const session = (user: Parameters<typeof testSession>[0] = {}) => testSession({ token: testToken({ exp: 4_000_000_000 }), ...user });

/** Opens the app at an address, signed in as an agent or an admin, or as a guest. */
function open(path: string, who: 'user' | 'admin' | 'guest' = 'user') {
  if (who !== 'guest') keepSession(session({ user: { profile: who } }));
  return renderUi(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Router />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const menu = () => screen.findByRole('navigation', { name: 'Principal' });
const ready = () => act(async () => wire.hear('ready'));

test('the menu leads to the pages of an agent, tells the version, and moves the focus to the title of what was opened', async () => {
  open('/nothing-here');
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeShown();
  const nav = await menu();
  expect(within(nav).queryByText('Usuários')).toBeNull();
  expect(await within(nav).findByText('Versão 4.2.0')).toBeShown();
  fireEvent.click(within(nav).getByRole('link', { name: 'Tags' }));
  const title = await screen.findByRole('heading', { name: /^Tags/ });
  expect(await screen.findByText('Troca')).toBeShown();
  expect(document.title).toBe('Tags · Balcão');
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test('the bar has what the specification lists, in its order, and nothing moves when the rest is known', async () => {
  open('/tags', 'admin');
  await menu();
  const [bar] = screen.getAllByRole('banner') as [HTMLElement];
  const buttons = () =>
    within(bar)
      .getAllByRole('button')
      .map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').replace(/:.*/, ''));
  const listed = [
    expect.stringContaining('Buscar'),
    'Usar tema escuro',
    'Volume das notificações',
    'Recarregar',
    'Notificações',
    'Para mim',
    'Informativos',
    'Chat Interno',
    expect.stringContaining('Sua conta'),
  ];
  expect(buttons()).toEqual(listed);
  expect(bar.textContent).toMatch(/^Olá, Marina Duarte — Vértice MóveisAtivo até 14\/03\/2027/);
  await ready();
  expect(await screen.findByRole('button', { name: 'Notificações: 1 conversa' })).toBeShown();
  expect(buttons()).toEqual(listed);
});

test('the menu folds, and stays as it was left', async () => {
  const { unmount } = open('/tags');
  fireEvent.click(within(await menu()).getByRole('button', { name: 'Recolher menu' }));
  expect((await menu()).dataset.look).toBe('icons');
  unmount();
  open('/tags');
  expect((await menu()).dataset.look).toBe('icons');
  fireEvent.click(within(await menu()).getByRole('button', { name: 'Abrir menu' }));
  expect((await menu()).dataset.look).toBe('open');
});

test('what is unread is counted in the menu, in the tab and at the bell, and asked for only once the line is tried', async () => {
  open('/tags');
  await menu();
  await screen.findByText('Troca');
  expect(server.asked.map(({ route }) => route)).not.toContain('GET /v1/tickets/counts');
  await ready();
  expect(await screen.findByText('3 conversas não lidas')).toBeShown();
  await waitFor(() => expect(document.title).toBe('(3) Tags · Balcão'));
  expect(await screen.findByRole('button', { name: 'Notificações: 1 conversa' })).toBeShown();
});

test('a connection that is down is marked in the menu after two seconds, and the simulator is there for admins', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  server.answers['GET /whatsapp'] = [connection({ channel: 'simulator', status: 'DISCONNECTED' })];
  open('/tags', 'admin');
  expect(await within(await menu()).findByRole('link', { name: 'Simulador' })).toBeShown();
  expect(screen.queryByRole('img', { name: 'Uma conexão precisa de atenção' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(await screen.findByRole('img', { name: 'Uma conexão precisa de atenção' })).toBeShown();
});

test('what is not for this person is not found, within the frame', async () => {
  open('/users');
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeShown();
  expect(await menu()).toBeShown();
  expect(server.asked.map(({ route }) => route)).not.toContain('GET /users');
});

test('guests are sent to the login, and those who are in are sent from it to their work', async () => {
  open('/tags', 'guest');
  expect(await screen.findByRole('heading', { name: 'Bom te ver de volta' })).toBeShown();
  act(() => keepSession(session()));
  expect(await menu()).toBeShown();
  expect(await screen.findByRole('region', { name: 'Lista de atendimentos' })).toBeShown();
});

test('signing out tells the server, forgets what was read, and leads to the login without a reason', async () => {
  open('/tags');
  await screen.findByText('Troca');
  fireEvent.click(screen.getByRole('button', { name: 'Sua conta' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sair' }));
  expect(await screen.findByRole('heading', { name: 'Bom te ver de volta' })).toBeShown();
  expect(server.told().map(({ route, token }) => [route, token !== null])).toEqual([['DELETE /auth/logout', true]]);
  expect([localStorage.getItem('token'), queryClient.getQueryCache().findAll({ queryKey: ['tags'] })]).toEqual([null, []]);
  expect(screen.queryByText(/Sua sessão terminou/)).toBeNull();
});

test('signing out works without a server too', async () => {
  server.answers['DELETE /auth/logout'] = refused('ERR_INTERNAL_SERVER_ERROR', 500);
  open('/tags');
  fireEvent.click(await screen.findByRole('button', { name: 'Sua conta' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sair' }));
  await waitFor(() => expect(sessionState().state).toBe('out'));
});

test('when the subscription expires, the pages say so, and the frame stays, to pay or to leave', async () => {
  const expired = refused('ERR_SUBSCRIPTION_EXPIRED', 403, { details: { dueDate: '2026-11-20' } });
  for (const route of Object.keys(server.answers)) if (route.startsWith('GET /')) server.answers[route] = expired;
  open('/tags');
  expect(await screen.findByText(/Sua assinatura venceu 20\/11\/2026/)).toBeShown();
  expect(sessionState().state).toBe('in');
  expect(screen.getByRole('button', { name: 'Sua conta' })).toBeShown();
});

test('when the last day ends while the page is open, it says so and asks again, without being loaded anew', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime('2027-03-15T02:59:30Z');
  open('/tags');
  await screen.findByText('Troca');
  expect(await screen.findByText(/Sua assinatura vence em 0 dia/)).toBeShown();
  const asked = () => server.asked.filter(({ route }) => route === 'GET /tags').length;
  const before = asked();
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(await screen.findByText(/Sua assinatura venceu em 14\/03\/2027. Até 17\/03\/2027/)).toBeShown();
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  server.answers['GET /tags'] = refused('ERR_SUBSCRIPTION_EXPIRED', 403, { details: { dueDate: '2027-03-14' } });
  vi.setSystemTime('2027-03-18T03:00:30Z');
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(await screen.findByText(/Pague a fatura para voltar a atender/)).toBeShown();
  expect(await screen.findByText(/Opss! Sua assinatura venceu 14\/03\/2027/)).toBeShown();
  expect(screen.queryByText('Troca')).toBeNull();
});

test('when the company is suspended, its people are signed out and told why', async () => {
  server.answers['POST /auth/refresh_token'] = refused('ERR_COMPANY_INACTIVE');
  server.answers['GET /tags'] = refused('ERR_TOKEN_EXPIRED');
  open('/tags');
  expect(await screen.findByRole('heading', { name: 'Bom te ver de volta' })).toBeShown();
  expect(screen.getByText(/O acesso da sua empresa está suspenso/)).toBeShown();
  expect(screen.queryByText(/Sua sessão terminou/)).toBeNull();
});

test('a stored session is checked before anything is shown; a server that is away is said, and can be tried again', async () => {
  keepSession(session());
  server.answers['POST /auth/refresh_token'] = refused('ERR_UNAVAILABLE', 503);
  await startSession();
  open('/tags', 'guest');
  expect(screen.getByText('Sem conexão com o servidor')).toBeShown();
  server.answers['POST /auth/refresh_token'] = session();
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Troca')).toBeShown();
});

test('a line that stays down is said, and tried again at once when asked or when the browser is online again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  open('/tags');
  await menu();
  await ready();
  await act(async () => wire.hear('disconnect', 'transport close'));
  await act(() => vi.advanceTimersByTimeAsync(1400));
  expect(screen.queryByText('Sem conexão.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  const before = wire.opened;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar agora' }));
  await waitFor(() => expect(wire.opened).toBe(before + 1));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(wire.opened).toBe(before + 2));
  await ready();
  await waitFor(() => expect(screen.queryByText('Sem conexão.')).toBeNull());
});

test('after the line was down, what is on the screen is asked for again', async () => {
  open('/tags');
  await screen.findByText('Troca');
  server.answers['GET /tags'] = { tags: [tag(1, 'Garantia')], count: 1, hasMore: false };
  await ready();
  expect(await screen.findByText('Garantia')).toBeShown();
});

test('Ctrl+K opens the palette and ? the keys that work, which can be changed and switched off', async () => {
  server.answers['PUT /v1/shortcuts'] = ({ body }: { body: unknown }) => body;
  open('/tags');
  await menu();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(await screen.findByRole('combobox', { name: 'Buscar ou ir para' })).toBeShown();
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  fireEvent.keyDown(document.body, { key: '?' });
  const sheet = await screen.findByRole('dialog', { name: 'Atalhos do teclado' });
  expect(within(sheet).getByText('Buscar ou ir para')).toBeShown();
  const change = (name: RegExp, key: KeyboardEventInit) => {
    fireEvent.click(within(sheet).getByRole('button', { name }));
    fireEvent(document.body, keyDown(key));
  };
  change(/^Trocar o atalho de Mostrar os atalhos/, { key: 'k', code: 'KeyK', ctrlKey: true });
  expect(within(sheet).getByRole('alert').textContent).toBe('Ctrl K já é de “Buscar ou ir para”.');
  change(/^Trocar o atalho de Perfil/, { key: 'p', code: 'KeyP', altKey: true, ctrlKey: true });
  expect(await within(sheet).findByRole('button', { name: 'Trocar o atalho de Perfil: Ctrl Alt P' })).toBeShown();
  fireEvent.click(within(sheet).getByRole('button', { name: 'Voltar aos atalhos de fábrica' }));
  expect(await within(sheet).findByRole('button', { name: 'Trocar o atalho de Perfil: nenhum' })).toBeShown();
  server.asked.length = 0;
  fireEvent.click(within(sheet).getByRole('switch', { name: 'Usar atalhos do teclado' }));
  await waitFor(() => expect(server.told()).toMatchObject([{ route: 'PUT /v1/shortcuts', body: { used: false, keys: {} } }]));
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('on a phone the menu opens over the page and closes when one follows it', async () => {
  width = 390;
  open('/nothing-here');
  fireEvent.click(await screen.findByRole('button', { name: 'Abrir menu' }));
  const nav = await menu();
  expect(nav.dataset.look).toBe('over');
  fireEvent.click(within(nav).getByRole('link', { name: 'Tags' }));
  expect(await screen.findByText('Troca')).toBeShown();
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Principal' })).toBeNull());
});

test('the language of the account is spoken unless one was chosen in this browser', async () => {
  const other = { user: { language: 'es' as const } };
  await chooseLanguage('pt');
  keepSession(session(other));
  const { unmount } = open('/tags', 'guest');
  await menu();
  expect(document.documentElement.lang).toBe('pt-BR');
  unmount();
  localStorage.removeItem('i18nextLng');
  open('/tags', 'guest');
  await waitFor(() => expect(document.documentElement.lang).toBe('es-ES'));
  await speakLanguage('pt');
});

test('the theme is remembered as light or dark', () => {
  colorSchemeManager.set('dark');
  expect([localStorage.getItem('preferredTheme'), colorSchemeManager.get('light')]).toEqual(['dark', 'dark']);
  colorSchemeManager.set('auto');
  expect([localStorage.getItem('preferredTheme'), colorSchemeManager.get('light')]).toEqual([null, 'light']);
});

test.each([
  ['shown what to do first', null, 'Primeiros passos'],
  ['shown the figures once a customer was answered', { at: '2026-11-21T12:00:00.000Z', seconds: 40 }, 'Resumo'],
])('an admin of a new company is %s', async (_what, answered, region) => {
  const { user } = session();
  keepSession(session({ user: { profile: 'admin', company: { ...user.company, settings: [{ key: 'firstSteps', value: 'open' }] } } }));
  server.answers['GET /v1/first-steps'] = { connection: null, users: 1, queues: [], waiting: null, answered };
  open('/', 'guest');
  expect(await screen.findByRole('region', { name: region })).toBeShown();
});
