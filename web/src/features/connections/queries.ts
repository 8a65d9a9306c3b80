import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

export const connectionKeys = {
  all: ['connections'] as const,
  list: ['connections', 'list'] as const,
  details: ['connections', 'one'] as const,
  one: (id: number) => [...connectionKeys.details, id] as const,
};

/** The connections of the company. */
export function useConnections() {
  return useQuery({ queryKey: connectionKeys.list, queryFn: ({ signal }) => api('GET /whatsapp', { query: { session: '0' }, signal }) });
}

/**
 * One connection for those who manage it, with its QR code and webhook address.
 * `watchMs`: ask again so often, for as long as somebody waits for a change.
 */
export function useConnection(whatsappId: number | null, watchMs?: number) {
  return useQuery({
    queryKey: connectionKeys.one(whatsappId ?? 0),
    queryFn: ({ signal }) => api('GET /whatsapp/:whatsappId', { params: { whatsappId: whatsappId ?? 0 }, query: { session: '0' }, signal }),
    enabled: whatsappId !== null,
    refetchInterval: watchMs ?? false,
  });
}
