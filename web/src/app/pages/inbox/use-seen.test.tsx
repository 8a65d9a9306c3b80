import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { pingKeys } from '../../../data/pings/keys.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { useSeen } from './use-seen.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what asks for the person is seen once they look at the conversation, not in a tab behind others', async () => {
  const cache = new QueryClient();
  cache.setQueryData(pingKeys.all, [{ id: 1, ticketId: 5, at: '2026-11-21T12:00:00.000Z', seenAt: null }]);
  const { told } = serve({ 'POST /v1/pings/seen': { seenAt: '2026-11-21T12:05:00.000Z' } });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  renderHook(() => useSeen(5, 'uuid-1'), { wrapper });
  expect(told()).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(cache.getQueryData(pingKeys.all)).toMatchObject([{ seenAt: '2026-11-21T12:05:00.000Z' }]));
  expect(told().map(({ body }) => body)).toEqual([{ ticketId: 5 }]);
});

test('that it was seen is said until the server takes it', async () => {
  const cache = new QueryClient();
  cache.setQueryData(pingKeys.all, [{ id: 1, ticketId: 5, at: '2026-11-21T12:00:00.000Z', seenAt: null }]);
  const { answers, told } = serve({ 'POST /v1/pings/seen': refused('ERR_COMPANY_BUSY', 429) });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  renderHook(() => useSeen(5, 'uuid-1'), { wrapper });
  await waitFor(() => expect(told()).toHaveLength(1));
  answers['POST /v1/pings/seen'] = { seenAt: '2026-11-21T12:05:00.000Z' };
  await waitFor(() => expect(cache.getQueryData(pingKeys.all)).toMatchObject([{ seenAt: '2026-11-21T12:05:00.000Z' }]), { timeout: 4_000 });
});
