import type { UserView } from '@balcao/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { applyRow, type RowLists, removeRow } from '../../platform/live-rows.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { userKeys } from './keys.ts';

const lists: RowLists<UserView> = {
  queryKey: userKeys.pages,
  field: 'users',
  staysPlaced: (held, user) => held.name === user.name && held.email === user.email,
};

export const usersLive: Live = {
  user: hearUser,
  // Users carry the names and colours of their queues.
  queue: (cache) => {
    refreshSoon(cache, userKeys.pages);
    refreshSoon(cache, userKeys.colleagues);
  },
};

/** One piece of news of the `user` channel, which also carries tags. */
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
  refreshSoon(cache, userKeys.colleagues);
}

/** Takes a user out of the lists. */
export function removeUser(cache: QueryClient, userId: number): void {
  void cache.invalidateQueries({ queryKey: userKeys.one(userId) });
  changeHeld<{ id: number }[]>(cache, userKeys.colleagues, (colleagues) => colleagues.filter(({ id }) => id !== userId));
  removeRow(cache, lists, userId);
}
