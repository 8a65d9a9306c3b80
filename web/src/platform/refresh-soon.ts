import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const waiting = new WeakMap<QueryClient, Map<string, number>>();

/** Asks the server again for what stands under `queryKey`, once for all news that come within `pauseMs`, and also while they never pause. */
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
