import type { UserView } from '@balcao/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../../platform/live-rows.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import type { News } from '../../../platform/socket.ts';
import { userKeys } from './queries.ts';

const lists: RowLists<UserView> = {
  queryKey: userKeys.pages,
  field: 'users',
  staysPlaced: (held, user) => held.name === user.name && held.email === user.email,
};

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

/** Puts a user into the lists; an older copy than ours is dropped. */
export function applyUser(cache: QueryClient, user: UserView): void {
  applyRow(cache, lists, user);
}

/** Takes a user out of the lists. */
export function removeUser(cache: QueryClient, userId: number): void {
  void cache.invalidateQueries({ queryKey: userKeys.one(userId) });
  removeRow(cache, lists, userId);
}
