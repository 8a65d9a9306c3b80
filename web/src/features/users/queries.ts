import type { UserView } from '@balcao/contract/users';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';

export const userKeys = {
  all: ['users'] as const,
  pages: ['users', 'pages'] as const,
  page: (searchParam: string) => [...userKeys.pages, searchParam] as const,
};

/** The users page by page, searched by name and e-mail. */
export function useUsers(searchParam: string): InfiniteRows<UserView> {
  return useInfiniteRows({
    queryKey: userKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /users', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.users,
  });
}
