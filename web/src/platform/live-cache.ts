// How news come into the query cache: nothing is lost to an answer that is on its way, and nothing is made fresh that is not.

import type { SessionUser } from '@balcao/contract/users';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Channel, News } from './socket.ts';

/**
 * What one noun does with the news of each channel it hears. `me` is the signed-in user.
 * Each may be called twice with the same news, see `bringIn`, and then changes nothing.
 */
export type Live = { readonly [C in Channel]?: (cache: QueryClient, news: News<C>, me: SessionUser) => void };

/** The last of what is still to be applied again. */
const again = new WeakMap<QueryClient, Promise<void>>();

/**
 * Applies news at once, and again when the answers that were on their way are there: they may have been read before the news,
 * and replace what the news changed. Everything is applied again in the order in which it came.
 */
export function bringIn(cache: QueryClient, apply: () => void): void {
  const before = again.get(cache);
  const awaited = [...answersOnTheirWay(cache), ...(before ? [before] : [])];
  notifyManager.batch(apply);
  if (awaited.length === 0) return;
  const next = Promise.allSettled(awaited).then(async () => {
    // An answer is in the cache a moment after it came.
    await new Promise((resolve) => window.setTimeout(resolve));
    if (again.get(cache) === next) again.delete(cache);
    notifyManager.batch(apply);
  });
  again.set(cache, next);
}

/** Asks again for everything, once what is on its way is there: a first answer that is awaited cannot be asked for anew. */
export async function askAgain(cache: QueryClient): Promise<void> {
  await Promise.allSettled(answersOnTheirWay(cache));
  await cache.invalidateQueries();
}

/**
 * Changes all data the cache holds under keys that begin with `queryKey`. `change` returns the same object to leave data as they are.
 * Unlike `setQueryData`, it does not make them fresh: what was to be asked for again when it is next shown still is.
 */
export function changeHeld<Data>(cache: QueryClient, queryKey: QueryKey, change: (held: Data, key: QueryKey) => Data): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const held = query.state.data as Data | undefined;
    if (held === undefined) continue;
    const next = change(held, query.queryKey);
    if (next === held) continue;
    const { isInvalidated, dataUpdatedAt } = query.state;
    cache.setQueryData<Data>(query.queryKey, next, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}

function answersOnTheirWay(cache: QueryClient): unknown[] {
  return cache
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching' })
    .map((query) => query.promise);
}
