import type { UserView } from '@balcao/contract/users';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { userKeys } from './queries.ts';

type Page = { users: UserView[]; count: number; hasMore: boolean };
type Pages = InfiniteData<Page, number>;

/** Brings the news about users into the cache while the component is shown. */
export function useLiveUsers(): void {
  useLiveCache('user', hearUser);
}

/** One piece of news of the users' channel, which also tells of tags. */
export function hearUser(cache: QueryClient, news: News<'user'>): void {
  if ('userId' in news) removeUser(cache, news.userId);
  else if ('user' in news) {
    applyUser(cache, news.user);
    refreshSoon(cache, userKeys.one(news.user.id));
  }
}

/**
 * Puts a user into every list that holds him or her; an older copy than ours is dropped.
 * Lists that lack the user, or hold another name or e-mail, are asked for again: order and search are the server's to decide.
 */
export function applyUser(cache: QueryClient, user: UserView): void {
  let settled = true;
  for (const [key, data] of cache.getQueriesData<Pages>({ queryKey: userKeys.pages })) {
    if (!data) continue;
    const held = data.pages.flatMap((page) => page.users).find(({ id }) => id === user.id);
    if (!held || held.name !== user.name || held.email !== user.email) settled = false;
    if (held && user.updatedAt >= held.updatedAt)
      cache.setQueryData<Pages>(
        key,
        inPages(data, (users) => users.map((row) => (row.id === user.id ? user : row))),
      );
  }
  if (!settled) refreshSoon(cache, userKeys.pages);
}

/** Takes a user out of every list. */
export function removeUser(cache: QueryClient, userId: number): void {
  void cache.invalidateQueries({ queryKey: userKeys.one(userId) });
  for (const [key, data] of cache.getQueriesData<Pages>({ queryKey: userKeys.pages })) {
    if (!data?.pages.some((page) => page.users.some(({ id }) => id === userId))) continue;
    const without = inPages(data, (users) => users.filter(({ id }) => id !== userId));
    cache.setQueryData<Pages>(key, { ...without, pages: without.pages.map((page) => ({ ...page, count: Math.max(0, page.count - 1) })) });
  }
}

function inPages(data: Pages, change: (users: UserView[]) => UserView[]): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, users: change(page.users) })) };
}
