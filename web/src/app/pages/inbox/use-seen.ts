import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { markSeen } from '../../../data/pings/news.ts';
import { useIsAsked } from '../../../data/pings/queries.ts';
import { applyMark, viewerOf } from '../../../data/tickets/live.ts';
import { markOf } from '../../../data/tickets/queries.ts';
import { api } from '../../../platform/api.ts';
import { useUser } from '../../../platform/session.ts';
import { dismissToastsOf } from '../../../platform/toast.ts';
import { untilDoneWhileVisible } from '../../../platform/until-done.ts';

/** Whoever has a conversation open has seen that it asks for them. */
export function useSeen(ticketId: number, uuid: string): void {
  const cache = useQueryClient();
  const asked = useIsAsked(ticketId);
  useEffect(() => dismissToastsOf(`/tickets/${uuid}`), [uuid]);
  useEffect(() => {
    if (!asked) return;
    return untilDoneWhileVisible(async () => {
      const { seenAt } = await api('POST /v1/pings/seen', { body: { ticketId } });
      markSeen(cache, ticketId, seenAt);
      return true;
    });
  }, [cache, ticketId, asked]);
}

/** Whoever opens a conversation that they marked as unread has come back to it: the mark goes. */
export function useUnmark(ticketId: number): void {
  const cache = useQueryClient();
  const viewer = viewerOf(useUser());
  const unmark = useEffectEvent(async () => {
    if (!(await markOf(cache, ticketId))?.unread) return;
    applyMark(cache, viewer, await api('PUT /v1/tickets/:ticketId/marks', { params: { ticketId }, body: { unread: false } }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is opened; it may be marked again while it is.
  useEffect(() => {
    // If that fails, it stays marked until the next time.
    unmark().catch(() => undefined);
  }, [ticketId]);
}
