import type { TicketView } from '@balcao/contract/tickets';
import { useMemo } from 'react';
import { useColleagues } from '../../../data/users/queries.ts';
import { useUser } from '../../../platform/session.ts';

/** The colleagues whom a note in this ticket may call: those who may see it. */
export function useCallable({ queueId, userId }: Pick<TicketView, 'queueId' | 'userId'>) {
  const me = useUser().id;
  const { data } = useColleagues();
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ id, profile, queues }) => {
          if (id === me) return false;
          return profile === 'admin' || (queueId === null ? id === userId : queues.some((queue) => queue.id === queueId));
        })
        .map(({ id, name, online, away }) => ({ id, name, online, away })),
    [data, me, queueId, userId],
  );
}
