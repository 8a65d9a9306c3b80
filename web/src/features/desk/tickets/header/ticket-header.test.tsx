import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { TicketHeader } from './ticket-header.tsx';

test.each([
  ['open', ['Devolver para a fila', 'Transferir', 'Resolver', 'Dados do contato']],
  ['pending', ['Transferir', 'Resolver', 'Dados do contato']],
  ['closed', ['Transferir', 'Dados do contato']],
] as const)('what the header offers of a ticket that is %s', (status, offered) => {
  const did = { onReturn: vi.fn(), onTransfer: vi.fn(), onResolve: vi.fn(), onContact: vi.fn() };
  renderUi(
    <TicketHeader ticket={makeTicket(1, { status })} ownId={1} phone={false} onBack={null} onDelete={null} contactOpen={false} {...did} />,
  );
  const labels = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(labels.filter((label) => label !== null)).toEqual(offered);
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect([did.onTransfer.mock.calls.length, did.onReturn.mock.calls.length, did.onResolve.mock.calls.length]).toEqual([1, 0, 0]);
});
