import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { useReading } from './mutations.ts';

afterEach(() => {
  cleanup();
  clearSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('that an open chat was read is said until the server takes it', async () => {
  keepSession(testSession());
  const chat = { id: 1, uuid: 'u', revision: 2, title: 'Equipe', users: [], updatedAt: '2026-11-21T12:00:00.000Z' };
  const { answers, told } = serve({ 'POST /chats/1/read': refused('ERR_COMPANY_BUSY', 429) });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  renderHook(() => useReading(1, 3), { wrapper });
  await waitFor(() => expect(told()).toHaveLength(1));
  answers['POST /chats/1/read'] = chat;
  await waitFor(() => expect(told()).toHaveLength(2), { timeout: 4_000 });
});
