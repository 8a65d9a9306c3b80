import type { QueueOptionView } from '@balcao/contract/queue-options';
import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useUser } from '../../platform/session.ts';
import { queueKeys } from './keys.ts';

/** All queues of the company in their order. */
export function useQueues(enabled = true) {
  return useQuery({ queryKey: queueKeys.list, queryFn: ({ signal }) => api('GET /queue', { signal }), enabled });
}

/** The queues a person may choose: all of them for admins, their own for others. */
export function useChoosableQueues(): readonly { id: number; name: string; color: string }[] {
  const user = useUser();
  const { data } = useQueues(user.profile === 'admin');
  return user.profile === 'admin' ? (data ?? []) : user.queues;
}

/** The options of a queue, always fetched again, because the editor starts from them. Null: the queue does not exist yet. */
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

/** The options of a queue as the server has them now. */
export function readOptions(queueId: number, signal?: AbortSignal): Promise<QueueOptionView[]> {
  return api('GET /queue-options', { query: { queueId }, ...(signal && { signal }) });
}

function optionsQuery(queueId: number) {
  return { queryKey: queueKeys.options(queueId), queryFn: ({ signal }: { signal: AbortSignal }) => readOptions(queueId, signal) };
}
