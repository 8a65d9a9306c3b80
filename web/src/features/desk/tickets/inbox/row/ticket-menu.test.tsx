import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
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

/** A row, and the menu that is opened from it. */
function Row() {
  const [opened, setOpened] = useState(false);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <button type="button" onClick={() => setOpened(true)}>
        Linha
      </button>
      {opened && (
        <TicketMenu
          ticket={makeTicket(1)}
          mark={undefined}
          at={{ x: 1, y: 1 }}
          onClose={() => setOpened(false)}
          onPick={vi.fn()}
          onSnoozeDialog={vi.fn()}
        />
      )}
    </QueryClientProvider>
  );
}

test('whoever leaves the menu is back at its row', async () => {
  keepSession(testSession());
  renderUi(<Row />);
  const row = screen.getByRole('button', { name: 'Linha' });
  row.focus();
  fireEvent.click(row);
  const [first] = await screen.findAllByRole('menuitem');
  first?.focus();
  fireEvent.keyDown(first as Element, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(row));
});
