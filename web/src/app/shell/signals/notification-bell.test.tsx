import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { NotificationBell } from './notification-bell.tsx';

afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

/** Of what else is asked for there is none. */
function answerUnread(tickets: readonly ReturnType<typeof makeTicket>[], count: number): void {
  const page = { tickets, count, hasMore: count > tickets.length };
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(url.includes('withUnreadMessages') ? page : [])));
}

/** The bell, opened over these tickets. */
async function openBell(tickets: readonly ReturnType<typeof makeTicket>[], name: string, count = tickets.length) {
  keepSession(testSession());
  answerUnread(tickets, count);
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <NotificationBell />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name }));
}

test('a browser without desktop notifications asks for nothing, and only the console says so', async () => {
  vi.stubGlobal('Notification', undefined);
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await openBell([], 'Notificações');
  await screen.findByText('Tudo lido');
  expect([screen.queryByRole('button', { name: /área de trabalho/ }), info.mock.calls]).toEqual([
    null,
    [['This browser does not support desktop notifications']],
  ]);
  info.mockRestore();
});

test('the bell shows readable text: files by their kind, and no formatting marks', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  const tickets = [
    makeTicket(1, { unreadMessages: 1, lastMessage: '', lastMessageType: 'image' }),
    makeTicket(2, { unreadMessages: 1, lastMessage: '*Ana:* o _pedido_ chegou', lastMessageType: 'conversation' }),
    makeTicket(3, {
      unreadMessages: 1,
      lastMessage: 'data:image/png;base64,AAAA|https://maps.example',
      lastMessageType: 'locationMessage',
    }),
  ];
  await openBell(tickets, 'Notificações: 3 conversas');
  const rows = await screen.findAllByRole('button', { name: /Helena Sampaio/ });
  const texts = rows.map((row) => row.textContent);
  expect(texts[0]).toContain('Foto');
  expect(texts[1]).toContain('o pedido chegou');
  expect(texts[1]).not.toMatch(/[*_]/);
  expect(texts[2]).toContain('Localização');
  expect(texts[2]).not.toContain('base64');
});

test('the bell counts all that is unread, also what its first page does not hold', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  await openBell([makeTicket(1, { unreadMessages: 1 }), makeTicket(2, { unreadMessages: 1 })], 'Notificações: 57 conversas', 57);
  expect((await screen.findByRole('button', { name: /^Notificações/ })).querySelector('[data-count]')?.getAttribute('data-count')).toBe(
    '57',
  );
});

test('what its first page does not hold can be loaded, and whoever pressed that is at the first of it', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  const first = Array.from({ length: 40 }, (_, i) => makeTicket(i + 1, { unreadMessages: 1 }));
  await openBell(first, 'Notificações: 41 conversas', 41);
  const more = await screen.findByRole('button', { name: 'Carregar mais' });
  answerUnread([makeTicket(41, { unreadMessages: 1, contact: { ...makeTicket(41).contact, name: 'Nair Pacheco' } })], 1);
  more.focus();
  fireEvent.click(more);
  const last = await screen.findByRole('button', { name: /Nair Pacheco/ });
  await waitFor(() => expect(document.activeElement).toBe(last));
  expect(screen.getAllByRole('button', { name: /Helena Sampaio/ })).toHaveLength(40);
  expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull();
});
