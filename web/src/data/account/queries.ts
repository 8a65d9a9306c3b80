import type { AnswerOf } from '@balcao/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { accountKeys } from './keys.ts';

/** The person's open sessions, the latest used first. */
export function useOpenSessions() {
  return useQuery({ queryKey: accountKeys.sessions, queryFn: ({ signal }) => api('GET /v1/sessions', { signal }), staleTime: 0 });
}

/** Whether the person signs in with a code too. */
export function useSecondFactor() {
  return useQuery({ queryKey: accountKeys.secondFactor, queryFn: ({ signal }) => api('GET /v1/second-factor', { signal }), staleTime: 0 });
}

/** The signed-in person as the server knows them now, and whether they have signed in elsewhere since. */
export function askOwnUser(): Promise<AnswerOf<'GET /auth/me'>> {
  return api('GET /auth/me');
}
