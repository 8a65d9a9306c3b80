import { QueryClient } from '@tanstack/react-query';
import { ApiError, isPassing } from './api.ts';
import { askAgain } from './live-cache.ts';
import { onSignOut } from './session.ts';
import { onResync } from './socket.ts';

/** Retries what may succeed the next time: a lost connection or a restarting server. */
export function worthRetrying(failures: number, error: unknown): boolean {
  return error instanceof ApiError && isPassing(error) && failures < 3;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: worthRetrying, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// News sent while the socket was down are lost, so everything is fetched again; what is on the screen and was refused, until it is answered.
onResync((since) => {
  void askAgain(queryClient, since)
    .then(() => import('./ask-refused.ts'))
    .then(({ askRefused }) => askRefused(queryClient))
    .catch(() => undefined);
});

// When another person signs in in the same tab, they may see less, or belong to another company.
onSignOut(() => queryClient.clear());
