import type { ViewFilter } from '@balcao/contract/ticket-view-rules';
import type { TicketListView } from '@balcao/contract/ticket-views';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../../../../platform/session.ts';
import { serve } from '../../../../../platform/test-server.ts';
import { testSession } from '../../../../../platform/test-session.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { ViewsMenu } from './views-menu.tsx';

afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

const view = (id: number, place: number, userId = 7) =>
  ({ id, name: `Visão ${id}`, userId, place, shared: userId !== 7, updatedAt: '2026-11-21T12:00:00.000Z' }) as TicketListView;

test('a view goes up one place, and the others make room; those of others have no place here', async () => {
  keepSession(testSession());
  const moved = ({ body }: { body: { place: number } }) => view(1, body.place);
  const server = serve({ 'PUT /v1/ticket-views/1': moved, 'PUT /v1/ticket-views/2': moved, 'PUT /v1/ticket-views/3': moved });
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <ViewsMenu
        views={[view(1, 0), view(2, 1), view(3, 2), view(9, 0, 8)]}
        counts={new Map()}
        current={{} as ViewFilter}
        isShown={() => false}
        onShow={vi.fn()}
        onClose={vi.fn()}
      />
    </QueryClientProvider>,
  );
  const up = screen.getAllByRole('button', { name: /^Subir/ });
  expect(up.map((button) => button.getAttribute('aria-label'))).toEqual(['Subir Visão 2', 'Subir Visão 3']);
  fireEvent.click(screen.getByRole('button', { name: 'Subir Visão 3' }));
  await waitFor(() => expect(server.told()).toHaveLength(2));
  expect(server.told().map(({ route, body }) => [route, body])).toEqual([
    ['PUT /v1/ticket-views/3', { place: 1 }],
    ['PUT /v1/ticket-views/2', { place: 2 }],
  ]);
});
