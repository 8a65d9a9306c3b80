import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type MessagePages, messageKeys } from '../../../../data/messages/keys.ts';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { PeekDialog } from './peek-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const note = {
  ...{ id: 7, kind: 'written', note: 'Cliente antigo, tratar com carinho', ticketId: 1, contactId: 1, userId: 3, mentions: [], readBy: [] },
  ...{ user: { id: 3, name: 'Ana Beatriz' }, createdAt: '2026-11-20T12:00:00.000Z' },
};

test('a message that slid onto the page before is shown once, with what the team noted', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const pages = [
    [makeMessage(2), makeMessage(3)],
    [makeMessage(1), makeMessage(2)],
  ].map((messages, at) => ({ messages, ticket: {}, count: 3, hasMore: at === 0 }) as unknown as MessagePages['pages'][number]);
  vi.stubGlobal('fetch', async (url: string) => {
    if (String(url).includes('/notes')) return new Response(JSON.stringify([note]));
    if (String(url).includes('/moves')) return new Response('[]');
    const page = Number(new URL(url, 'http://balcao.example').searchParams.get('pageNumber'));
    return new Response(JSON.stringify(pages[page - 1]));
  });
  cache.setQueryData<MessagePages>(messageKeys.peek(1), { pages, pageParams: [1, 2] });
  const ticket = { id: 1, isGroup: false, status: 'open', contact: { name: 'Helena Sampaio' } } as unknown as Parameters<
    typeof PeekDialog
  >[0]['ticket'];
  renderUi(
    <QueryClientProvider client={cache}>
      <PeekDialog ticket={ticket} onClose={vi.fn()} onAccept={null} note={<textarea aria-label="Nota interna" />} />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByText('mensagem 1')).toHaveLength(1);
  expect(screen.getAllByText('mensagem 2')).toHaveLength(1);
  expect(await screen.findByText('Cliente antigo, tratar com carinho')).toBeShown();
  expect(screen.queryByRole('textbox', { name: 'Nota interna' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Nota' }));
  expect(screen.getByRole('textbox', { name: 'Nota interna' })).toBeShown();
});
