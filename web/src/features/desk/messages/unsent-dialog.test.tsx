// The list of what has not left yet.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { putPending } from '../../../data/messages/pending.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { signed } from './composer/draft.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

afterEach(() => {
  cleanup();
  clearSession();
});

test('what was written stands there as its author typed it, without the signature', async () => {
  const session = testSession();
  keepSession(session);
  const cache = new QueryClient();
  putPending(cache, {
    key: 'k1',
    ticketId: 7,
    to: { uuid: 'u7', name: 'Rita Moura' },
    body: signed('Chego às 15h', session.user.name),
    quoted: null,
    file: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    state: 'waiting',
    progress: 0,
    error: null,
  });
  renderUi(
    <QueryClientProvider client={cache}>
      <UnsentDialog onClose={() => undefined} onOpen={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Chego às 15h', { normalizer: (text) => text })).toBeShown();
});
