import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { pingKeys } from '../../../../../data/pings/keys.ts';
import { makeTicket } from '../../../../../data/tickets/test-tickets.ts';
import { formatPhone } from '../../../../../platform/format.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { TicketRow } from './ticket-row.tsx';

const on = {
  onAccept: vi.fn(),
  onResolve: vi.fn(),
  onReopen: vi.fn(),
  onReturn: vi.fn(),
  onTransfer: vi.fn(),
  onPrefetch: vi.fn(),
  onAskAccept: vi.fn(),
};
const onPeek = vi.fn();
const now = Date.UTC(2026, 10, 21, 12);
const open = makeTicket(1);
const pending = makeTicket(1, { status: 'pending', userId: null, user: null });
const closed = makeTicket(1, { status: 'closed' });

beforeEach(() => {
  for (const each of [...Object.values(on), onPeek]) each.mockClear();
});

function draw(ticket: TicketView, { peek = true, draft = '', wanted = '', cache = new QueryClient() } = {}) {
  if (draft) localStorage.setItem('draft:1', draft);
  return renderUi(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <TicketRow
          ticket={ticket}
          selected={false}
          ownId={1}
          phone={false}
          now={now}
          search="?tab=open"
          draftKey="draft:1"
          wanted={wanted}
          {...on}
          onPeek={peek ? onPeek : null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
const row = () => document.querySelector('[data-row]') as HTMLElement;

test.each([
  ['open', open, ['Espiar Helena Sampaio', 'Transferir Helena Sampaio', 'Devolver Helena Sampaio', 'Resolver Helena Sampaio']],
  ['pending', pending, [null, 'Espiar Helena Sampaio', 'Transferir Helena Sampaio', 'Resolver Helena Sampaio', 'Aceitar Helena Sampaio']],
  ['closed', closed, ['Espiar Helena Sampaio', 'Reabrir Helena Sampaio']],
] as const)('what a row offers of a ticket that is %s', (_status, ticket, offered) => {
  draw(ticket);
  expect(buttons().filter((label) => label !== null)).toEqual(offered.filter((label) => label !== null));
});

test('each button does what it says', () => {
  const { unmount } = draw(open);
  for (const name of ['Transferir', 'Devolver', 'Resolver']) fireEvent.click(screen.getByRole('button', { name: new RegExp(name) }));
  unmount();
  draw(closed);
  fireEvent.click(screen.getByRole('button', { name: /Reabrir/ }));
  for (const did of [on.onTransfer, on.onReturn, on.onResolve, on.onReopen]) expect(did).toHaveBeenCalledOnce();
});

test('one that waits is not opened: Enter accepts it, the space bar peeks, keys with Alt do neither', () => {
  draw(pending);
  expect(screen.queryByRole('link')).toBeNull();
  fireEvent.keyDown(row(), { key: 'Enter', altKey: true });
  expect(on.onAccept).not.toHaveBeenCalled();
  fireEvent.keyDown(row(), { key: 'Enter' });
  fireEvent.keyDown(row(), { key: ' ' });
  expect([on.onAccept.mock.calls, onPeek.mock.calls]).toEqual([[[pending]], [[pending]]]);
});

test('a click on one that waits peeks, for those who may; others are asked to accept it', () => {
  const { unmount } = draw(pending);
  fireEvent.click(row());
  expect([onPeek.mock.calls, on.onAskAccept.mock.calls]).toEqual([[[pending]], []]);
  unmount();
  draw(pending, { peek: false });
  fireEvent.click(row());
  expect(on.onAskAccept).toHaveBeenCalledWith(pending);
});

test('others are links that keep the filters; peeking is only for those who may', () => {
  draw(open, { peek: false });
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tickets/uuid-1?tab=open');
  expect(screen.queryByRole('button', { name: /Espiar/ })).toBeNull();
  fireEvent.keyDown(row(), { key: ' ' });
  expect(onPeek).not.toHaveBeenCalled();
});

test('a draft is shown until something is unread', () => {
  const { unmount } = draw(open, { draft: 'Sobre a mesa' });
  expect([screen.getByText('Rascunho:'), screen.getByText('Sobre a mesa')]).toHaveLength(2);
  unmount();
  draw(makeTicket(1, { unreadMessages: 2 }), { draft: 'Sobre a mesa' });
  expect(screen.queryByText('Rascunho:')).toBeNull();
  expect(screen.getByText('2 mensagens não lidas')).toBeShown();
});

test.each([
  ['Sem conexão', makeTicket(1, { whatsapp: { id: 1, name: 'Loja', channel: 'simulator', status: 'DISCONNECTED' } })],
  ['Janela fechada', makeTicket(1, { windowClosesAt: '2026-11-21T11:59:00.000Z' })],
  ['30 min', makeTicket(1, { windowClosesAt: '2026-11-21T12:30:00.000Z' })],
])('a row says: %s', (hint, ticket) => {
  const { unmount } = draw(ticket);
  expect(screen.getByText(hint)).toBeShown();
  unmount();
  draw({ ...ticket, status: 'closed' });
  expect(screen.queryByText(hint)).toBeNull();
});

test.each([
  ['Você · Loja Centro', open],
  ['Rui · Loja Centro', makeTicket(1, { userId: 9, user: { id: 9, name: 'Rui Tavares' } })],
  ['Bot · Loja Centro', { ...pending, chatbot: true }],
  ['Loja Centro', pending],
])('whose it is: %s', (place, ticket) => {
  draw(ticket);
  expect(screen.getByTitle(place)).toBeShown();
});

test('a pointer that comes to a row says so, a finger does not: it may begin to scroll', () => {
  draw(open);
  const come = (pointerType: string) => fireEvent.pointerEnter(row(), { pointerType });
  come('touch');
  expect(on.onPrefetch).not.toHaveBeenCalled();
  come('mouse');
  expect(on.onPrefetch).toHaveBeenCalledWith(open);
});

test('one that asks for the person stands out like an unread one, until they have seen it', () => {
  const cache = new QueryClient();
  const asks = (seenAt: string | null) => cache.setQueryData(pingKeys.all, [{ id: 1, ticketId: 1, seenAt }]);
  const standsOut = () => document.querySelector('[data-ticket="1"][data-unread]') !== null;
  asks(null);
  const { unmount } = draw(open, { cache });
  expect([standsOut(), screen.queryByText('Para você') !== null]).toEqual([true, true]);
  unmount();
  asks('2026-11-21T12:00:00.000Z');
  draw(open, { cache });
  expect([standsOut(), screen.queryByText('Para você')]).toEqual([false, null]);
});

test('a search marks the name, says what is resolved, and shows the number that it found', () => {
  const { contact } = closed;
  const shown = (wanted: string) => {
    const { container, unmount } = draw(closed, { wanted });
    const text = container.textContent ?? '';
    const marked = [...container.querySelectorAll('mark')].map((mark) => mark.textContent);
    unmount();
    return { marked, resolved: text.includes('Resolvida'), number: text.includes(formatPhone(contact.number)) };
  };
  expect(shown('')).toEqual({ marked: [], resolved: false, number: false });
  expect(shown('helena')).toEqual({ marked: ['Helena'], resolved: true, number: false });
  expect(shown(contact.number.slice(-5))).toMatchObject({ number: true });
  expect(shown(contact.number.slice(-3))).toMatchObject({ number: false });
  expect(shown('99999999')).toMatchObject({ number: false });
});
