import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const waiting = new WeakMap<QueryClient, Map<string, number>>();

/** Fetches `queryKey` again, at most once per `pauseMs`, even if news never pause. */
export function refreshSoon(cache: QueryClient, queryKey: QueryKey, pauseMs = 250): void {
  const timers = waiting.get(cache) ?? new Map<string, number>();
  waiting.set(cache, timers);
  const hash = hashKey(queryKey);
  if (timers.has(hash)) return;
  const refresh = () => {
    timers.delete(hash);
    void cache.invalidateQueries({ queryKey });
  };
  timers.set(hash, window.setTimeout(refresh, pauseMs));
}
