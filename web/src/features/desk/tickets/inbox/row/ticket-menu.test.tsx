import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../../data/tickets/test-tickets.ts';
import { keepSession } from '../../../../../platform/session.ts';
import { testSession } from '../../../../../platform/test-session.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { TicketMenu } from './ticket-menu.tsx';

const namesOf = (status: 'open' | 'closed') => {
  keepSession(testSession());
  const { unmount } = renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <TicketMenu
        ticket={makeTicket(1, { status })}
        mark={undefined}
        at={{ x: 1, y: 1 }}
        onClose={vi.fn()}
        onPick={vi.fn()}
        onSnoozeDialog={vi.fn()}
      />
    </QueryClientProvider>,
  );
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(screen.getByRole('menu', { name: 'Ações de Helena Sampaio' })).toBeShown();
  unmount();
  return names;
};

test('the menu is named after who the conversation is with; of a closed one nothing is urgent or set aside', () => {
  const always = ['Fixar no topo', 'Marcar como não lida', 'Silenciar para mim', 'Selecionar'];
  expect(namesOf('closed')).toEqual(always);
  expect(namesOf('open')).toEqual(expect.arrayContaining([...always, 'Marcar como prioridade', 'Até o cliente escrever']));
});
