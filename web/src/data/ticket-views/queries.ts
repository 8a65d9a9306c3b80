import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { ticketViewKeys } from './keys.ts';

/** The person's saved views of the list of tickets, and then those that others share. */
export function useTicketViews() {
  return useQuery({ queryKey: ticketViewKeys.list, queryFn: ({ signal }) => api('GET /v1/ticket-views', { signal }) }).data;
}

/** How many tickets each view shows; null where it is not counted. */
export function useViewCounts(enabled: boolean): ReadonlyMap<number, number | null> {
  const { data } = useQuery({
    queryKey: ticketViewKeys.counts,
    queryFn: ({ signal }) => api('GET /v1/ticket-views/counts', { signal }),
    enabled,
  });
  return new Map(data?.map(({ id, count }) => [id, count]));
}
