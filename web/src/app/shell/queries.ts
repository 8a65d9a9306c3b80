// What the frame of the app asks the server: the state of the connections, what is unread, the version.
import { alertingStatuses } from '@balcao/contract/connection-rules';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useLiveCache } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { useUser } from '../../platform/session.ts';

const keys = {
  connections: ['shell', 'connections'] as const,
  counts: ['shell', 'counts'] as const,
  unread: ['shell', 'unread'] as const,
};
const checkConnectionsAfterMs = 2000;
/** On a busy desk news never pause, and each refresh is a question of every browser. */
const refreshPauseMs = 1000;

const refresh = {
  connections: (cache: QueryClient) => refreshSoon(cache, keys.connections, refreshPauseMs),
  counts: (cache: QueryClient) => refreshSoon(cache, keys.counts, refreshPauseMs),
  unread: (cache: QueryClient) => refreshSoon(cache, keys.unread, refreshPauseMs),
};

/** Whether a connection needs attention, asked 2 seconds after the start, and whether there is a simulator. */
export function useConnectionsState(): { alert: boolean; simulator: boolean } {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), checkConnectionsAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  useLiveCache('whatsapp', refresh.connections);
  useLiveCache('whatsappSession', refresh.connections);
  const { data = [] } = useQuery({
    queryKey: keys.connections,
    queryFn: ({ signal }) => api('GET /whatsapp', { query: { session: '0' }, signal }),
    enabled: due,
  });
  return {
    alert: data.some((connection) => alertingStatuses.includes(connection.status)),
    simulator: data.some((connection) => connection.channel === 'simulator'),
  };
}

/** How many conversations hold something unread. */
export function useUnreadCount(): number {
  useLiveCache('ticket', refresh.counts);
  useLiveCache('appMessage', refresh.counts);
  const { data } = useQuery({ queryKey: keys.counts, queryFn: ({ signal }) => api('GET /v1/tickets/counts', { signal }) });
  return data?.unread ?? 0;
}

/** The conversations behind the bell. Waiting ones only for those who see all tickets. */
export function useUnreadTickets() {
  const user = useUser();
  useLiveCache('ticket', refresh.unread);
  useLiveCache('appMessage', refresh.unread);
  const query = useQuery({
    queryKey: keys.unread,
    queryFn: ({ signal }) => api('GET /tickets', { query: { withUnreadMessages: 'true' }, signal }),
  });
  const tickets = query.data?.tickets.filter((ticket) => ticket.status !== 'pending' || user.allTicket === 'enabled');
  return { tickets, error: query.error, retry: () => void query.refetch() };
}

export function useVersion(): string | undefined {
  return useQuery({ queryKey: ['version'], queryFn: ({ signal }) => api('GET /version', { signal }), staleTime: Number.POSITIVE_INFINITY })
    .data?.version;
}
