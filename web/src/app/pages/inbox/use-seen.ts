import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markSeen } from '../../../data/pings/news.ts';
import { useIsAsked } from '../../../data/pings/queries.ts';
import { api } from '../../../platform/api.ts';

/** Whoever has a conversation open has seen that it asks for them. */
export function useSeen(ticketId: number): void {
  const cache = useQueryClient();
  const asked = useIsAsked(ticketId);
  useEffect(() => {
    const see = () => {
      if (!asked || document.visibilityState !== 'visible') return;
      api('POST /v1/pings/seen', { body: { ticketId } }).then(
        ({ seenAt }) => markSeen(cache, ticketId, seenAt),
        // It asks for them until the next time.
        () => undefined,
      );
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [cache, ticketId, asked]);
}
