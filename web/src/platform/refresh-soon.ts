import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const pauseMs = 250;
const waiting = new WeakMap<QueryClient, Map<string, number>>();

/** Asks the server again for what stands under `queryKey`, once for all news that come within a quarter of a second. */
export function refreshSoon(cache: QueryClient, queryKey: QueryKey): void {
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

const answering = new WeakSet<object>();

/**
 * News came for what stands under `queryKey`. A list that is just being loaded cannot take them up, and its answer may be older
 * than they are: it is asked for again once it is there.
 */
export function refreshOnArrival(cache: QueryClient, queryKey: QueryKey): void {
  for (const query of cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || answering.has(query)) continue;
    answering.add(query);
    const arrived = () => {
      answering.delete(query);
      refreshSoon(cache, query.queryKey);
    };
    query.promise?.then(arrived, () => answering.delete(query));
  }
}
