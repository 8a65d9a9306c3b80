import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../platform/test-server.ts';
import { useUnreadChats } from './queries.ts';

afterEach(() => void vi.unstubAllGlobals());

test('nothing is unread any more where the plan has no chats', async () => {
  serve({ 'GET /v1/chats/unread': { chatIds: [1, 2] } });
  const cache = new QueryClient();
  const { result, rerender } = renderHook(({ enabled }) => useUnreadChats(enabled), {
    initialProps: { enabled: true },
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current).toEqual(2));
  rerender({ enabled: false });
  expect(result.current).toEqual(0);
});
