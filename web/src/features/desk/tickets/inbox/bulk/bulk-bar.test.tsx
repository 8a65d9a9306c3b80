import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../../../platform/session.ts';
import { refused, serve } from '../../../../../platform/test-server.ts';
import { testSession } from '../../../../../platform/test-session.ts';
import { watchToasts } from '../../../../../platform/test-toast.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { BulkBar } from './bulk-bar.tsx';

const trade = { id: 3, name: 'Troca', color: '#2f9249', kanban: 0 as const };
const [first, second] = [makeTicket(1, { tags: [trade] }), makeTicket(2)];
let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  keepSession(testSession({ user: { id: 1 } }));
  server = serve({ 'GET /tags/list': [trade] });
});
afterEach(() => {
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

function choose(tickets: TicketView[], marked: TicketMark[] = []) {
  const onDone = vi.fn();
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <BulkBar tickets={tickets} marks={new Map(marked.map((mark) => [mark.ticketId, mark]))} onDone={onDone} onAll={null} />
    </QueryClientProvider>,
  );
  return onDone;
}
function List() {
  const [chosen, setChosen] = useState(true);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <button type="button">Conversas</button>
      {chosen && <BulkBar tickets={[first]} marks={new Map()} onDone={() => setChosen(false)} onAll={null} />}
    </QueryClientProvider>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const told = () => server.told().map(({ route, body }) => [route, body]);
async function undo(calls: number) {
  await act(async () => toasts.shown()?.actions?.[0]?.onClick());
  await waitFor(() => expect(server.told()).toHaveLength(calls));
}

test('each is resolved as it was seen; what fails is named, and what was done can be taken back', async () => {
  server.answers['PUT /tickets/1'] = { ...first, status: 'closed', revision: 2 };
  server.answers['PUT /tickets/2'] = refused('ERR_TICKET_TAKEN', 409);
  server.answers['POST /v1/tickets/1/undo'] = { ...first, revision: 3 };
  const onDone = choose([first, second]);
  press('Resolver');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(told()[0]).toEqual([
    'PUT /tickets/1',
    expect.objectContaining({ status: 'closed', useIntegration: false, expected: { status: 'open', userId: 1 } }),
  ]);
  expect(toasts.shown()).toMatchObject({ kind: 'warning', title: 'Resolvendo · 1 de 2', text: expect.stringContaining('#2') });
  await undo(3);
  expect(told()[2]?.[0]).toBe('POST /v1/tickets/1/undo');
});

test('it goes without taking the focus with it', async () => {
  renderUi(<List />);
  screen.getByRole('button', { name: 'Limpar a seleção' }).focus();
  press('Limpar a seleção');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Conversas'));
});

test('taking back puts each mark where it was, also of those that had it before', async () => {
  for (const id of [1, 2]) server.answers[`PUT /v1/tickets/${id}/marks`] = { ticketId: id, pinned: false, muted: false, unread: true };
  const onDone = choose([first, second], [{ ticketId: 1, pinned: false, muted: false, unread: true }]);
  press('Marcar como não lida');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await undo(4);
  const back = told().slice(2).sort();
  expect(back).toEqual([
    ['PUT /v1/tickets/1/marks', { unread: true }],
    ['PUT /v1/tickets/2/marks', { unread: false }],
  ]);
});

test('taking back gives each conversation the tags that it had', async () => {
  server.answers['POST /tags/sync'] = ({ body }: { body: { ticketId: number } }) => (body.ticketId === 1 ? first : second);
  const onDone = choose([first, second]);
  press('Tags');
  const tag = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Troca' });
  // One of the two has it.
  expect([tag.checked, tag.indeterminate]).toEqual([false, true]);
  fireEvent.click(tag);
  press('Salvar');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await undo(4);
  const bodies = told().map(([, body]) => body as { ticketId: number; tags: number[] });
  const of = (id: number) => bodies.filter(({ ticketId }) => ticketId === id).map(({ tags }) => tags);
  expect([of(1), of(2)]).toEqual([
    [[3], [3]],
    [[3], []],
  ]);
});
