import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { TicketHeader } from './ticket-header.tsx';

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
