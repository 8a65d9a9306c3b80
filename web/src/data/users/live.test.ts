import type { UserView } from '@balcao/contract/users';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { userKeys } from './keys.ts';
import { hearUser } from './live.ts';
import { at, makeUser } from './test-users.ts';

test('who comes online shows it in every list, and older news are dropped', () => {
  const cache = cacheWith([makeUser(1), makeUser(2)]);
  hearUser(cache, { action: 'update', user: makeUser(2, { online: true, updatedAt: at(4) }) });
  hearUser(cache, { action: 'update', user: makeUser(2, { online: false, updatedAt: at(3) }) });
  expect(rows(cache).map(({ online }) => online)).toEqual([false, true]);
});

test('a new user is asked for', async () => {
  const cache = cacheWith([makeUser(1)]);
  const ask = vi.spyOn(cache, 'invalidateQueries');
  hearUser(cache, { action: 'create', user: makeUser(2) });
  await vi.waitFor(() => expect(ask).toHaveBeenCalledWith({ queryKey: userKeys.pages }));
});

test('a deletion takes the user out and off the count', () => {
  const cache = cacheWith([makeUser(1), makeUser(2)]);
  hearUser(cache, { action: 'delete', userId: 2 });
  expect(rows(cache).map(({ id }) => id)).toEqual([1]);
  expect(cache.getQueryData<{ pages: { count: number }[] }>(userKeys.page(''))?.pages[0]?.count).toBe(1);
});

test('nothing can be transferred to somebody who is deleted', () => {
  const cache = cacheWith([]);
  cache.setQueryData(userKeys.colleagues, [{ id: 1 }, { id: 2 }]);
  hearUser(cache, { action: 'delete', userId: 2 });
  expect(cache.getQueryData(userKeys.colleagues)).toEqual([{ id: 1 }]);
});

function cacheWith(users: UserView[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(userKeys.page(''), { pages: [{ users, count: users.length, hasMore: false }], pageParams: [1] });
  return cache;
}

function rows(cache: QueryClient): UserView[] {
  return cache.getQueryData<{ pages: { users: UserView[] }[] }>(userKeys.page(''))?.pages.flatMap((page) => page.users) ?? [];
}
