import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { TicketNotices } from '../../../features/desk/tickets/header/ticket-notices.tsx';
import { serve } from '../../../platform/test-server.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { WhyDown } from './why-down.tsx';

test('before anything is typed it is said that the number is down, and why', async () => {
  const line = { id: 1, name: 'Loja Centro', channel: 'whatsapp_web', status: 'DISCONNECTED', statusReason: 'logged_out' } as const;
  serve({ 'GET /whatsapp': [line] });
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TicketNotices ticket={makeTicket(1, { whatsapp: line })} whyDown={<WhyDown whatsappId={1} />} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/A conexão Loja Centro caiu\..*A sessão foi encerrada no celular\.$/)).toBeShown();
  vi.unstubAllGlobals();
});
