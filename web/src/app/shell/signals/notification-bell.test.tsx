import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
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

/** The bell, opened over these tickets. */
async function openBell(tickets: readonly ReturnType<typeof makeTicket>[], name: string) {
  keepSession(testSession());
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ tickets, count: tickets.length, hasMore: false })));
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
