import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { keepSession } from '../../../../platform/session.ts';
import { serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { watchToasts } from '../../../../platform/test-toast.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { TicketHeader } from './ticket-header.tsx';
import { useMarkCommands } from './use-mark-commands.ts';

afterEach(() => vi.unstubAllGlobals());

function Commands() {
  useMarkCommands(makeTicket(1, { status: 'open' }), undefined, snooze);
  return null;
}
const snooze = vi.fn();

test('the menu of a conversation sets it aside and marks it, as its row does', async () => {
  keepSession(testSession());
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Commands />
      <TicketHeader
        ticket={makeTicket(1, { status: 'open' })}
        ownId={1}
        phone
        findable
        onBack={null}
        onDelete={null}
        contactOpen={false}
        onReturn={vi.fn()}
        onTransfer={vi.fn()}
        onResolve={vi.fn()}
        onResolveNext={vi.fn()}
        onContact={vi.fn()}
      />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  for (const item of ['Adiar conversa', 'Fixar no topo', 'Silenciar para mim', 'Marcar como não lida', 'Marcar como prioridade'])
    expect(offered).toContain(item);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Adiar conversa' }));
  expect(snooze).toHaveBeenCalledTimes(1);
});

test.each([
  ['open', ['Buscar nesta conversa', 'Devolver para a fila', 'Transferir', 'Resolver', 'Dados do contato', 'Mais ações']],
  ['pending', ['Transferir', 'Resolver', 'Dados do contato', 'Mais ações']],
  ['closed', ['Buscar nesta conversa', 'Transferir', 'Dados do contato', 'Mais ações']],
] as const)('what the header offers of a ticket that is %s', (status, offered) => {
  const did = { onReturn: vi.fn(), onTransfer: vi.fn(), onResolve: vi.fn(), onResolveNext: vi.fn(), onContact: vi.fn() };
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <TicketHeader
        ticket={makeTicket(1, { status })}
        ownId={1}
        phone={false}
        findable={status !== 'pending'}
        onBack={null}
        onDelete={null}
        contactOpen={false}
        {...did}
      />
    </QueryClientProvider>,
  );
  const labels = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(labels.filter((label) => label !== null)).toEqual(offered);
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect([did.onTransfer.mock.calls.length, did.onReturn.mock.calls.length, did.onResolve.mock.calls.length]).toEqual([1, 0, 0]);
});

test('whoever follows the conversation is told what that means, and may leave it again', async () => {
  const toasts = watchToasts();
  const server = serve({ 'GET /v1/tickets/1/followers': [], 'PUT /v1/tickets/1/follow': [{ id: 1, name: 'Marina' }] });
  const nothing = () => undefined;
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <TicketHeader
        ticket={makeTicket(1)}
        ownId={1}
        phone={false}
        findable
        onBack={null}
        onDelete={null}
        contactOpen={false}
        onReturn={nothing}
        onTransfer={nothing}
        onResolve={nothing}
        onResolveNext={nothing}
        onContact={nothing}
      />
    </QueryClientProvider>,
  );
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Seguir conversa');
  await waitFor(() => expect(toasts.shown()?.title).toContain('Você segue esta conversa'));
  server.answers['PUT /v1/tickets/1/follow'] = [];
  await choose('Deixar de seguir');
  await waitFor(() => expect(server.told().map(({ body }) => body)).toEqual([{ on: true }, { on: false }]));
  toasts.clear();
});
