import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userKeys } from '../../../data/users/keys.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { testSession } from '../../../platform/test-session.ts';
import { useCallable } from './callable.ts';

afterEach(() => {
  cleanup();
  clearSession();
});

test('a note calls colleagues who may see its conversation, and not oneself', () => {
  keepSession(testSession({ user: { id: 7 } }));
  const colleague = (id: number, queueIds: number[], profile = 'user') => ({
    ...{ id, name: `Pessoa ${id}`, profile, online: true, away: false },
    queues: queueIds.map((queueId) => ({ id: queueId })),
  });
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(userKeys.colleagues, [colleague(7, [1]), colleague(8, [1]), colleague(9, [2]), colleague(10, [], 'admin')]);
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const calledIn = (queueId: number | null) =>
    renderHook(() => useCallable({ status: 'open', queueId, userId: 9 }), { wrapper }).result.current.map(({ id }) => id);
  expect(calledIn(1)).toEqual([8, 10]);
  // Without a queue only its agent sees it, besides admins.
  expect(calledIn(null)).toEqual([9, 10]);
});
