import type { ConnectionHealthView } from '@balcao/contract/connection-health';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { connectionKeys } from './keys.ts';

export type Meter = ConnectionHealthView['meter'];

/** The connections of the company. */
export function useConnections(enabled = true) {
  return useQuery({
    queryKey: connectionKeys.list,
    queryFn: ({ signal }) => api('GET /whatsapp', { query: { session: '0' }, signal }),
    enabled,
  });
}

/**
 * One connection for those who manage it, with its QR code and webhook address.
 * `watchMs`: poll interval, while somebody waits for a change.
 */
export function useConnection(whatsappId: number | null, watchMs?: number) {
  return useQuery({
    queryKey: connectionKeys.one(whatsappId ?? 0),
    queryFn: ({ signal }) => api('GET /whatsapp/:whatsappId', { params: { whatsappId: whatsappId ?? 0 }, query: { session: '0' }, signal }),
    enabled: whatsappId !== null,
    refetchInterval: watchMs ?? false,
  });
}

function healthQuery(whatsappId: number) {
  return queryOptions({
    queryKey: connectionKeys.health(whatsappId),
    queryFn: ({ signal }) => api('GET /v1/connections/:whatsappId/health', { params: { whatsappId }, signal }),
  });
}

/** How a number is doing, for those who manage it. */
export function useHealth(whatsappId: number) {
  return useQuery(healthQuery(whatsappId));
}

/** How several numbers are doing, by id; null where the request failed. */
export function useMeters(whatsappIds: readonly number[]): ReadonlyMap<number, Meter | null> {
  return useQueries({
    queries: whatsappIds.map(healthQuery),
    combine: (answers) =>
      new Map(answers.flatMap(({ data, error }, at) => (data || error ? [[whatsappIds[at] ?? 0, data?.meter ?? null] as const] : []))),
  });
}
