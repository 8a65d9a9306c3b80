import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

export const optionKeys = { queue: (queueId: number) => ['queues', 'options', queueId] as const };

const optionsQuery = (queueId: number) => ({
  queryKey: optionKeys.queue(queueId),
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /queue-options', { query: { queueId }, signal }),
});

/** The options of a queue, asked for anew: the editor starts from them. None for a queue that is not there yet. */
export function useOptions(queueId: number | null) {
  return useQuery({ ...optionsQuery(queueId ?? 0), enabled: queueId !== null, refetchOnMount: 'always', refetchOnWindowFocus: false });
}

/** The options of several queues, by queue. */
export function useOptionsOf(queueIds: readonly number[]) {
  return useQueries({
    queries: queueIds.map(optionsQuery),
    combine: (results) => new Map(queueIds.map((queueId, at) => [queueId, results[at]?.data ?? []])),
  });
}
