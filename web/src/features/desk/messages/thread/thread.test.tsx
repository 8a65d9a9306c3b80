import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageKeys } from '../../../../data/messages/keys.ts';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { refused, serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { watchToasts } from '../../../../platform/test-toast.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { clearTray } from '../composer/tray.ts';
import { Thread } from './thread.tsx';

const on = { onAccept: vi.fn(), onReopen: vi.fn(), onTemplate: vi.fn() };
let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  for (const each of Object.values(on)) each.mockClear();
  server = serve({
    'GET /messages/1': { messages: [makeMessage(1)], ticket: {}, count: 1, hasMore: false },
    'GET /v1/tickets/1/moves': [],
    'POST /v1/tickets/1/typing': {},
  });
  keepSession(testSession({ user: { id: 1 } }));
});
afterEach(() => {
  vi.useRealTimers();
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

function open(ticket: TicketView, cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  return renderUi(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Thread
          ticket={ticket}
          {...on}
          onFileList={() => undefined}
          startConversation={() => undefined}
          about={{ contactName: 'Helena', protocol: '1', timeZone: 'UTC' }}
          suggestions={[]}
          note={(tabs) => tabs}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const reads = () => server.asked.filter(({ route }) => route === 'GET /messages/1').length;

test.each([
  ['Aceitar', 'onAccept', makeTicket(1, { status: 'pending', userId: null })],
  ['Reabrir', 'onReopen', makeTicket(1, { status: 'closed' })],
] as const)('where one cannot write, the way to it is offered: %s', async (name, what, ticket) => {
  open(ticket);
  expect(field()).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name }));
  expect(on[what]).toHaveBeenCalledOnce();
});

test('when the window has closed, that is said, with the draft that waits', async () => {
  localStorage.setItem('draft:1:1', 'Sobre a mesa');
  open(
    makeTicket(1, {
      whatsapp: { id: 1, name: 'Loja', channel: 'whatsapp_cloud', status: 'CONNECTED' },
      windowClosesAt: '2026-11-20T12:00:00.000Z',
      lastInboundAt: '2026-11-19T12:00:00.000Z',
    }),
  );
  expect(await screen.findByText('A janela de 24 h fechou.')).toBeShown();
  expect([field(), screen.getByText(/escreveu pela última vez em 19\/11\/2026/)]).toEqual([null, expect.anything()]);
  fireEvent.click(screen.getByRole('button', { name: 'Enviar modelo' }));
  expect(on.onTemplate).toHaveBeenCalledOnce();
});

test('what is written is sent under a key, and the field is free', async () => {
  server.answers['POST /messages/1'] = [makeMessage(2, { fromMe: true, body: 'Sim!' })];
  open(makeTicket(1));
  await waitFor(() => expect(field()).not.toBeNull());
  fireEvent.change(field() as Element, { target: { value: 'Sim!' } });
  fireEvent.keyDown(field() as Element, { key: 'Enter' });
  await waitFor(() => expect(server.told().find(({ route }) => route === 'POST /messages/1')?.body).toMatchObject({ quotedMsg: null }));
  expect(field()?.value).toBe('');
});

const posted = () => server.told().filter(({ route }) => route === 'POST /messages/1');

test('two clicks on the button, or Enter held down, put one message on the wire', async () => {
  server.answers['POST /messages/1'] = [makeMessage(2, { fromMe: true, body: 'Sim!' })];
  open(makeTicket(1));
  await waitFor(() => expect(field()).not.toBeNull());
  const button = screen.getByRole('button', { name: 'Enviar' });
  fireEvent.change(field() as Element, { target: { value: 'Sim!' } });
  // Both before anything is drawn anew.
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(posted()).toHaveLength(1));
  fireEvent.change(field() as Element, { target: { value: 'Não!' } });
  act(() => {
    for (let n = 0; n < 5; n += 1)
      field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: n > 0, bubbles: true, cancelable: true }));
  });
  await waitFor(() => expect(posted()).toHaveLength(2));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(posted()).toHaveLength(2);
});

const dropped = (target: Element) => {
  const dataTransfer = { types: ['Files'], files: [new File(['x'], 'planta.txt', { type: 'text/plain' })], dropEffect: 'copy' };
  fireEvent.dragOver(target, { dataTransfer });
  // False: the browser does not open the file instead of the page.
  return fireEvent.drop(target, { dataTransfer });
};
const tray = () => screen.queryByText('planta.txt');

test('a file dropped anywhere on the conversation is attached to it, one dropped beside it is not', async () => {
  open(makeTicket(1));
  await waitFor(() => expect(field()).not.toBeNull());
  expect(dropped(document.body)).toBe(false);
  expect(tray()).toBeNull();
  expect(dropped(await screen.findByRole('log', { name: 'Mensagens' }))).toBe(false);
  expect(await screen.findByText('planta.txt')).toBeShown();
  act(() => clearTray(1));
});

test('where the window has closed, a dropped or pasted file is attached to nothing and opens nothing', async () => {
  open(
    makeTicket(1, {
      whatsapp: { id: 1, name: 'Loja', channel: 'whatsapp_cloud', status: 'CONNECTED' },
      windowClosesAt: '2026-11-20T12:00:00.000Z',
      lastInboundAt: '2026-11-19T12:00:00.000Z',
    }),
  );
  expect(await screen.findByText('A janela de 24 h fechou.')).toBeShown();
  const talk = await screen.findByRole('log', { name: 'Mensagens' });
  expect(dropped(talk)).toBe(false);
  fireEvent.paste(talk, { clipboardData: { files: [new File(['x'], 'planta.txt', { type: 'text/plain' })] } });
  expect([tray(), posted()]).toEqual([null, []]);
});

test('more than twenty files at once: the rest is left out, and that is said', async () => {
  open(makeTicket(1));
  await waitFor(() => expect(field()).not.toBeNull());
  const files = Array.from({ length: 22 }, (_, at) => new File(['x'], `${at}.txt`, { type: 'text/plain' }));
  fireEvent.paste(field() as Element, { clipboardData: { files } });
  expect(toasts.shown()).toMatchObject({ kind: 'warning', text: '2 ficaram de fora.' });
});

test.each([
  ['the own conversation', makeTicket(1, { unreadMessages: 2 }), 2],
  ["a colleague's conversation", makeTicket(1, { unreadMessages: 2, userId: 9 }), 1],
  ['one with nothing unread', makeTicket(1), 1],
])('%s: who looks at it reads it', async (_what, ticket, times) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  open(ticket);
  await waitFor(() => expect(reads()).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(reads()).toBe(times);
});

test('a conversation that cannot be read says why', async () => {
  server.answers['GET /messages/1'] = refused('ERR_NO_TICKET_FOUND', 404);
  open(makeTicket(1));
  expect(await screen.findByText('Este atendimento não existe mais. Volte à lista.')).toBeShown();
});

test('what was loaded ahead of a conversation that may not be read any more is not shown once the server says so, nor as it is opened again', async () => {
  const cache = new QueryClient();
  const held = { messages: [makeMessage(1, { body: 'só para quem atende' })], ticket: {}, count: 1, hasMore: false };
  cache.setQueryData(messageKeys.thread(1), { pages: [held], pageParams: [1] });
  server.answers['GET /messages/1'] = refused('ERR_NO_PERMISSION');
  const first = open(makeTicket(1), cache);
  expect(screen.getByText('só para quem atende')).toBeShown();
  await waitFor(() => expect(screen.queryByText('só para quem atende')).toBeNull());
  await screen.findByText('Não foi possível carregar a conversa');
  first.unmount();
  open(makeTicket(1), cache);
  expect(screen.queryByText('só para quem atende')).toBeNull();
  server.answers['GET /messages/1'] = held;
  expect(await screen.findByText('só para quem atende')).toBeShown();
});
