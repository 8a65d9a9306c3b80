import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectionKeys } from '../../../../data/connections/keys.ts';
import { queueKeys } from '../../../../data/queues/keys.ts';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { userKeys } from '../../../../data/users/keys.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const sales = { id: 1, name: 'Vendas', color: '#1164a9' };
const support = { id: 2, name: 'Suporte', color: '#2e7d32' };
const colleagues = [
  { id: 11, name: 'Ana', profile: 'user', queues: [sales], online: true, away: false },
  { id: 12, name: 'Rui', profile: 'user', queues: [support], online: false, away: false },
  { id: 13, name: 'Íris', profile: 'admin', queues: [], online: true, away: true },
];

const connections = [
  { id: 1, name: 'Loja Centro', status: 'CONNECTED' },
  { id: 2, name: 'Loja Norte', status: 'CONNECTED' },
];

function open(queueId: number | null, ticket: Partial<TicketView> = { status: 'open', userId: 11 }) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  cache.setQueryData(queueKeys.list, [sales, support]);
  cache.setQueryData(userKeys.colleagues, colleagues);
  cache.setQueryData(connectionKeys.list, connections);
  const onTransfer = vi.fn(async () => true);
  renderUi(
    <QueryClientProvider client={cache}>
      <TransferDialog ticket={makeTicket(1, { queueId, ...ticket })} onClose={vi.fn()} onTransfer={onTransfer} />
    </QueryClientProvider>,
  );
  return onTransfer;
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) });
const offered = (name: string) => {
  fireEvent.click(field(name));
  return screen.getAllByRole('option').map((option) => option.textContent);
};
const choose = (name: string, option: RegExp) => {
  fireEvent.click(field(name));
  fireEvent.click(screen.getByRole('option', { name: option }));
};

test('the queue that is chosen stays when it is chosen again', () => {
  const onTransfer = open(sales.id);
  choose('Fila', /Vendas/);
  expect(field('Fila').value).toBe('Vendas');
  expect(screen.queryByPlaceholderText('Ninguém atende esta fila')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(onTransfer).toHaveBeenCalledWith({ queueId: 1, userId: null, whatsappId: null }, { queue: sales, user: null });
});

test('it goes to a person of the queue, or an admin, but not to the agent who has it', () => {
  const onTransfer = open(sales.id);
  expect(offered('Atendente')).toEqual([expect.stringContaining('Íris')]);
  choose('Fila', /Suporte/);
  choose('Atendente', /Rui/);
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(onTransfer).toHaveBeenCalledWith({ queueId: 2, userId: 12, whatsappId: null }, { queue: support, user: { id: 12, name: 'Rui' } });
});

test('who is away is said to be, in the list and once chosen', () => {
  open(sales.id);
  expect(offered('Atendente')).toEqual([expect.stringContaining('ausente')]);
  fireEvent.click(screen.getByRole('option', { name: /Íris/ }));
  expect(screen.getByText('Íris está ausente e pode demorar a ver a conversa.')).toBeShown();
});

test('without a queue nothing is sent, and the field says so', () => {
  const onTransfer = open(null);
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(onTransfer).not.toHaveBeenCalled();
  expect(screen.getByText('Selecione uma fila')).toBeShown();
});

test('what waits in a queue is not given to that queue, and the field says so', () => {
  const onTransfer = open(sales.id, { status: 'pending', userId: null });
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(onTransfer).not.toHaveBeenCalled();
  expect(screen.getByText('A conversa já aguarda nesta fila.')).toBeShown();
  choose('Atendente', /Ana/);
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(onTransfer).toHaveBeenCalledOnce();
});

test('what waits may go on in its queue on another connection', () => {
  const onTransfer = open(sales.id, { status: 'pending', userId: null });
  choose('Conexão', /Loja Norte/);
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(onTransfer).toHaveBeenCalledWith({ queueId: 1, userId: null, whatsappId: 2 }, { queue: sales, user: null });
});
