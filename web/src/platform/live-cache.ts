import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Channel, type News, useLive } from './socket.ts';

/**
 * Brings every piece of news of a channel into the cache while the component is shown. `apply` may be called twice with the same
 * news, see `bringIn`, and then changes nothing.
 */
export function useLiveCache<C extends Channel>(channel: C, apply: (cache: QueryClient, news: News<C>) => void): void {
  const cache = useQueryClient();
  useLive(channel, (news) => bringIn(cache, () => apply(cache, news)));
}

/** The last of what is still to be applied again. */
const again = new WeakMap<QueryClient, Promise<void>>();

/**
 * Applies news at once, and again when the answers are there that were on their way: those may have been read before the news,
 * and take the place of what was made of it. Everything is applied again in the order in which it came.
 */
export function bringIn(cache: QueryClient, apply: () => void): void {
  const before = again.get(cache);
  const awaited = [...answersOnTheirWay(cache), ...(before ? [before] : [])];
  apply();
  if (awaited.length === 0) return;
  const next = Promise.allSettled(awaited).then(async () => {
    // An answer is in the cache a moment after it came.
    await new Promise((resolve) => window.setTimeout(resolve));
    if (again.get(cache) === next) again.delete(cache);
    apply();
  });
  again.set(cache, next);
}

/** Asks again for everything, as soon as what is on its way is there: an answer that is awaited for the first time cannot be asked for anew. */
export async function askAgain(cache: QueryClient): Promise<void> {
  await Promise.allSettled(answersOnTheirWay(cache));
  await cache.invalidateQueries();
}

function answersOnTheirWay(cache: QueryClient): unknown[] {
  return cache
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching' })
    .map((query) => query.promise);
}
