// How news change the query cache, without losing them to older answers and without making stale data look fresh.

import type { SessionUser } from '@balcao/contract/users';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { nextTask } from './next-task.ts';
import type { Channel, News } from './socket.ts';

/**
 * What one noun does with the news of each channel it listens to. `me` is the signed-in user.
 * Each function may be called twice with the same news (see `bringIn`); the second call must change nothing.
 */
export type Live = { readonly [C in Channel]?: (cache: QueryClient, news: News<C>, me: SessionUser) => void };

/** The last pending re-application of each cache. */
const again = new WeakMap<QueryClient, Promise<void>>();

/**
 * Applies news at once, and again after the fetches that were running: their answers may be older than the news and overwrite them.
 * News are applied again in the order in which they came.
 */
export function bringIn(cache: QueryClient, apply: () => void): void {
  const before = again.get(cache);
  const awaited = [...answersOnTheirWay(cache), ...(before ? [before] : [])];
  notifyManager.batch(apply);
  if (awaited.length === 0) return;
  const next = Promise.allSettled(awaited).then(async () => {
    // The answer is in the cache one task after the promise resolves.
    await nextTask();
    if (again.get(cache) === next) again.delete(cache);
    notifyManager.batch(apply);
  });
  again.set(cache, next);
}

/**
 * Refetches everything that was asked for until now, but for what no news change (`neverNews`). Waits until running fetches have ended:
 * a query without data cannot be refetched while it is loading. What is on the screen and whose `meta` says how it catches up does that, if
 * `since` is known: until then all its news were heard.
 */
export async function askAgain(cache: QueryClient, since?: string): Promise<void> {
  const asked = new Set(
    cache.getQueryCache().findAll({
      predicate: ({ meta, state }) =>
        meta !== neverNews && (state.data !== undefined || state.error !== null || state.fetchStatus === 'fetching'),
    }),
  );
  await Promise.allSettled(answersOnTheirWay(cache));
  for (const query of asked) {
    const catchUp = query.meta?.catchUp as CatchUp | undefined;
    if (since && catchUp && query.isActive()) {
      asked.delete(query);
      catchUp(since);
    }
  }
  await cache.invalidateQueries({ predicate: (query) => asked.has(query) });
}

/** Asks for what changed since a time of the server, instead of everything. Where that cannot be, it invalidates the query itself. */
export type CatchUp = (since: string) => void;

/** The `meta` of a query whose answer stays the same for as long as the page is open. */
export const neverNews = { neverNews: true };

/**
 * Changes all data the cache holds under keys that begin with `queryKey`. `change` returns the same object to leave data as they are.
 * Unlike `setQueryData`, this does not make them fresh: stale data are still fetched again when they are next shown.
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
