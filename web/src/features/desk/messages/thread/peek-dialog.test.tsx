import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type MessagePages, messageKeys } from '../../../../data/messages/keys.ts';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { PeekDialog } from './peek-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a message that slid onto the page before is shown once', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const pages = [
    [makeMessage(2), makeMessage(3)],
    [makeMessage(1), makeMessage(2)],
  ].map((messages, at) => ({ messages, ticket: {}, count: 3, hasMore: at === 0 }) as unknown as MessagePages['pages'][number]);
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url, 'http://balcao.example').searchParams.get('pageNumber'));
    return new Response(JSON.stringify(pages[page - 1]));
  });
  cache.setQueryData<MessagePages>(messageKeys.peek(1), { pages, pageParams: [1, 2] });
  const ticket = { id: 1, isGroup: false, status: 'open', contact: { name: 'Helena Sampaio' } } as unknown as Parameters<
    typeof PeekDialog
  >[0]['ticket'];
  renderUi(
    <QueryClientProvider client={cache}>
      <PeekDialog ticket={ticket} onClose={vi.fn()} onAccept={null} />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByText('mensagem 1')).toHaveLength(1);
  expect(screen.getAllByText('mensagem 2')).toHaveLength(1);
});
