import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyUser, removeUser } from '../../../data/users/live.ts';
import { api } from '../../../platform/api.ts';
import { changedUserBody, newUserBody, type UserValues } from './user-form.ts';

/** Adds a user (`userId` null) or changes one. */
export function useSaveUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, values }: { userId: number | null; values: UserValues }) =>
      userId === null
        ? api('POST /users', { body: newUserBody(values) })
        : api('PUT /users/:userId', { params: { userId }, body: changedUserBody(values) }),
    onSuccess: (user) => applyUser(cache, user),
  });
}

/** Removes a user; the open tickets go back to waiting. */
export function useDeleteUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (userId: number) => api('DELETE /users/:userId', { params: { userId } }),
    onSuccess: (_, userId) => removeUser(cache, userId),
  });
}

/** Takes the second step of signing in from a user. */
export function useEndSecondFactorOf() {
  return useMutation({ mutationFn: (userId: number) => api('DELETE /v1/users/:userId/second-factor', { params: { userId } }) });
}
