import { pageSize } from '@balcao/contract/common';
import type { UserView } from '@balcao/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../../platform/infinite-rows.ts';

export const userKeys = {
  all: ['users'] as const,
  pages: ['users', 'pages'] as const,
  page: (searchParam: string) => [...userKeys.pages, searchParam] as const,
  one: (userId: number) => ['users', 'one', userId] as const,
};

/** The users page by page, searched by name and e-mail. */
export function useUsers(searchParam: string): InfiniteRows<UserView> {
  return useInfiniteRows({
    queryKey: userKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /users', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.users,
    pageSize: pageSize.rest,
  });
}

/** A user that is being edited, as he or she is now. Begins with the copy at hand. */
export function useEditedUser(user: UserView | null) {
  const userId = user?.id ?? 0;
  return useQuery({
    queryKey: userKeys.one(userId),
    queryFn: ({ signal }) => api('GET /users/:userId', { params: { userId }, signal }),
    enabled: user !== null,
    ...(user && { initialData: user }),
    staleTime: 0,
    gcTime: 0,
  });
}
