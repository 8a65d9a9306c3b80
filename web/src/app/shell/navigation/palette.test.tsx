import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { useCommand, useSubject } from '../../../platform/commands.ts';
import { Wanted } from '../../../platform/wanted.tsx';
import { renderUi } from '../../../ui/test-render.tsx';
import type { MenuGroup } from './menu-items.ts';
import { Palette } from './palette.tsx';

let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const ticket = makeTicket(1, { lastMessage: 'Quero um orçamento' });
    const contact = { id: 4, name: 'Helena Sampaio', number: '5548905550142', email: '', profilePicUrl: '', urlPicture: '' };
    const answer = url.startsWith('/tickets')
      ? { tickets: [ticket], count: 1, hasMore: false }
      : { contacts: [contact], count: 1, hasMore: false };
    return new Response(JSON.stringify(answer));
  });
});
afterEach(() => vi.unstubAllGlobals());

const Icon = () => null;
const item = (to: string, label: string) => ({ to, label, icon: Icon, load: async () => undefined });
const groups = [
  { title: null, items: [item('/tickets', 'Atendimentos'), item('/settings', 'Configurações'), item('/queues', 'Filas & Chatbot')] },
];

function Place() {
  const { pathname, search, state } = useLocation();
  return <output>{pathname + search + (state?.find ? ` at ${state.find.messageId}` : '')}</output>;
}
function open() {
  const onClose = vi.fn();
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Place />
        <Palette groups={groups as unknown as MenuGroup[]} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return onClose;
}
const field = () => screen.getByRole('combobox');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const options = () => screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'));

test('pages are found at once, without accents, and opened by the keyboard', () => {
  const onClose = open();
  expect(options()).toEqual(['Atendimentos', 'Configurações', 'Filas & Chatbot']);
  type('configuracoes');
  expect(options()).toEqual(['Configurações']);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([screen.getByRole('status').textContent, onClose.mock.calls.length]).toEqual(['/settings', 1]);
});

const resolve = vi.fn();
function Page() {
  useSubject('Helena Sampaio');
  useCommand('ticket.resolve', 'Resolver', resolve);
  useCommand('app.theme', 'Trocar tema', () => undefined);
  return null;
}

test('what works on the page is offered with its keys, and run when it is chosen', async () => {
  renderUi(<Page />);
  const onClose = open();
  expect(screen.getByRole('group', { name: 'Nesta conversa · Helena Sampaio' }).textContent).toContain('ResolverAlt E');
  type('>tro');
  expect(options()).toEqual(['Trocar tema']);
  type('resol');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(resolve).toHaveBeenCalledTimes(1));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the arrows go round', () => {
  open();
  const chosen = () => screen.getByRole('option', { selected: true }).getAttribute('aria-label');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(chosen()).toBe('Filas & Chatbot');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(chosen()).toBe('Atendimentos');
});

test('conversations and contacts are searched for from three letters on', async () => {
  open();
  vi.useFakeTimers();
  type('he');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  expect(asked).toEqual([]);
  type('HEL');
  expect(await screen.findByRole('option', { name: /Helena Sampaio #1/ })).toBeShown();
  expect(asked.every((url) => url.includes('searchParam=hel'))).toBe(true);
  fireEvent.click(await screen.findByRole('option', { name: /905550142|90555-0142/ }));
  expect(screen.getByRole('status').textContent).toBe('/contacts?searchParam=Helena%20Sampaio');
});

test('of each kind six are offered, and what the pointer rests on is chosen', async () => {
  const many = Array.from({ length: 9 }, (_, at) => makeTicket(at + 1));
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(
        JSON.stringify(
          url.startsWith('/tickets') ? { tickets: many, count: 9, hasMore: false } : { contacts: [], count: 0, hasMore: false },
        ),
      ),
  );
  open();
  type('helena');
  const found = await screen.findAllByRole('option', { name: /Helena Sampaio #/ });
  expect(found).toHaveLength(6);
  fireEvent.mouseMove(found[2] as Element);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByRole('status').textContent).toBe('/tickets/uuid-3');
});

test('a conversation is found by what was said in it, and opened there', async () => {
  const hit = { ticketId: 1, kind: 'message', id: '77', at: '2026-05-11T12:00:00.000Z', fromMe: true, user: null, participantName: null };
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/v1/message-hits'))
      return new Response(JSON.stringify([{ ...hit, body: '*Caio Prado:* A *retirada* é na terça' }]));
    const tickets = [makeTicket(1, { lastMessage: 'Até lá' }), makeTicket(2, { lastMessage: 'Retirada de manhã' })];
    return new Response(
      JSON.stringify(url.startsWith('/tickets') ? { tickets, count: 2, hasMore: false } : { contacts: [], count: 0, hasMore: false }),
    );
  });
  open();
  type('retirada');
  fireEvent.click(await screen.findByRole('option', { name: /#1 A retirada é na terça$/ }));
  expect(screen.getByRole('status').textContent).toBe('/tickets/uuid-1 at 77');
});

test('what is not found is said, once it was searched for', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ tickets: [], contacts: [], count: 0, hasMore: false })));
  const onClose = open();
  type('xyzxyz');
  expect(screen.getByText('Buscando…')).toBeShown();
  expect(await screen.findByText(/Nada encontrado/)).toBeShown();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onClose).not.toHaveBeenCalled();
});

test('of more conversations than have room, the search shows all', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const tickets = Array.from({ length: 9 }, (_, at) => makeTicket(at + 1));
    return new Response(
      JSON.stringify(url.startsWith('/tickets') ? { tickets, count: 23, hasMore: false } : { contacts: [], count: 0, hasMore: false }),
    );
  });
  open();
  type('Sofá');
  fireEvent.click(await screen.findByRole('option', { name: 'Ver as 23 conversas na busca' }));
  expect(screen.getByRole('status').textContent).toBe('/tickets?tab=search&q=sof%C3%A1');
});

function Desk({ onCommand }: { onCommand: () => void }) {
  useCommand('composer.emoji', 'Emoji', onCommand);
  const [shown, setShown] = useState(false);
  return (
    <>
      <input aria-label="Mensagem" onFocus={() => setShown(true)} />
      <Wanted value={shown}>{() => <Palette groups={groups as unknown as MenuGroup[]} onClose={() => setShown(false)} />}</Wanted>
    </>
  );
}

test('a command finds the focus where it was before the palette', async () => {
  let focused: Element | null = null;
  const onCommand = () => {
    focused = document.activeElement;
  };
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Desk onCommand={onCommand} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const message = screen.getByRole('textbox', { name: 'Mensagem' });
  act(() => message.focus());
  await waitFor(() => expect(document.activeElement).toBe(field()));
  type('emoji');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(focused).toBe(message));
});
