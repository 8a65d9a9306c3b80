import type { PingView } from '@balcao/contract/pings';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { pingKeys } from './keys.ts';

/** What asks for the person, newest first. Asked for once `enabled`. */
export function usePings(enabled = true) {
  return useQuery({ queryKey: pingKeys.all, queryFn: ({ signal }) => api('GET /v1/pings', { signal }), enabled });
}

/** Was this conversation given to the person, or were they called in it, and they have not looked yet? Reads only what is known. */
export function useIsAsked(ticketId: number): boolean {
  const select = (pings: PingView[]) => pings.some((ping) => ping.ticketId === ticketId && ping.seenAt === null);
  return (
    useQuery({ queryKey: pingKeys.all, queryFn: ({ signal }) => api('GET /v1/pings', { signal }), enabled: false, select }).data ?? false
  );
}

/** Who follows a conversation. */
export function useFollowers(ticketId: number) {
  return useQuery({
    queryKey: pingKeys.followers(ticketId),
    queryFn: ({ signal }) => api('GET /v1/tickets/:ticketId/followers', { params: { ticketId }, signal }),
  }).data;
}
