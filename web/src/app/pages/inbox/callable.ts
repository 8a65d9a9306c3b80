import { mayAttend } from '@balcao/contract/ticket-move-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useMemo } from 'react';
import { useColleagues } from '../../../data/users/queries.ts';
import { useUser } from '../../../platform/session.ts';

/** The colleagues whom a note in this ticket may call. */
export function useCallable({ status, queueId, userId }: Pick<TicketView, 'status' | 'queueId' | 'userId'>) {
  const me = useUser().id;
  const { data } = useColleagues();
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ id, profile, queues }) => {
          // Whether they see all tickets, colleagues are not told.
          const agent = { id, profile, queueIds: queues.map((queue) => queue.id), allTicket: false };
          return id !== me && mayAttend(agent, { status, queueId, userId }).ok;
        })
        .map(({ id, name, online, away }) => ({ id, name, online, away })),
    [data, me, status, queueId, userId],
  );
}
