import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../platform/test-server.ts';
import { useInboxHelp } from './queries.ts';

afterEach(() => void vi.unstubAllGlobals());

test('no help is offered any more where the plan has none', async () => {
  serve({ 'GET /v1/inbox-help': { tasks: ['summary'] } });
  const cache = new QueryClient();
  const { result, rerender } = renderHook(({ enabled }) => useInboxHelp(enabled), {
    initialProps: { enabled: true },
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current).toEqual({ tasks: ['summary'] }));
  rerender({ enabled: false });
  expect(result.current).toEqual(undefined);
});
