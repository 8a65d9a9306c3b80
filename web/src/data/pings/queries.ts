import type { PingView } from '@balcao/contract/pings';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { pingKeys } from './keys.ts';

const pingsQuery = queryOptions({ queryKey: pingKeys.all, queryFn: ({ signal }) => api('GET /v1/pings', { signal }) });

/** What asks for the person, newest first. Asked for once `enabled`. */
export function usePings(enabled = true) {
  return useQuery({ ...pingsQuery, enabled });
}

/** Was this conversation given to the person, or were they called in it, and they have not looked yet? Reads only what is known. */
export function useIsAsked(ticketId: number): boolean {
  const select = (pings: PingView[]) => pings.some((ping) => ping.ticketId === ticketId && ping.seenAt === null);
  return useQuery({ ...pingsQuery, enabled: false, select }).data ?? false;
}

/** Who follows a conversation. */
export function useFollowers(ticketId: number) {
  return useQuery({
    queryKey: pingKeys.followers(ticketId),
    queryFn: ({ signal }) => api('GET /v1/tickets/:ticketId/followers', { params: { ticketId }, signal }),
  }).data;
}
