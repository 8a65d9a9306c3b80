import { pageSize } from '@balcao/contract/page-rules';
import type { UserView } from '@balcao/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { userKeys } from './keys.ts';

/** The users page by page, searched by name and e-mail. */
export function useUsers(searchParam: string): InfiniteRows<UserView> {
  return useInfiniteRows({
    queryKey: userKeys.page(searchParam),
    fetchPage: (pageNumber, signal) => api('GET /users', { query: { searchParam, pageNumber }, signal }),
    rowsOf: (page) => page.users,
    pageSize: pageSize.rest,
  });
}

/** Everybody in the company, in short form. */
export function useColleagues(enabled = true) {
  return useQuery({ queryKey: userKeys.colleagues, queryFn: ({ signal }) => api('GET /users/list', { signal }), enabled });
}

/** A user that is being edited, as they are now. Begins with the copy at hand. */
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
