// What the frame of the app asks the server: the state of the connections, what is unread, the version.
import { alertingStatuses } from '@balcao/contract/connection-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useUser } from '../../platform/session.ts';
import { useLive } from '../../platform/socket.ts';

const keys = {
  connections: ['shell', 'connections'] as const,
  counts: ['shell', 'counts'] as const,
  unread: ['shell', 'unread'] as const,
};
const checkConnectionsAfterMs = 2000;

/** Whether a connection needs attention, asked 2 seconds after the start, and whether there is a simulator. */
export function useConnectionsState(): { alert: boolean; simulator: boolean } {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), checkConnectionsAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  const refresh = useSoon(keys.connections);
  useLive('whatsapp', refresh);
  useLive('whatsappSession', refresh);
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
  const refresh = useSoon(keys.counts);
  useLive('ticket', refresh);
  useLive('appMessage', refresh);
  const { data } = useQuery({ queryKey: keys.counts, queryFn: ({ signal }) => api('GET /v1/tickets/counts', { signal }) });
  return data?.unread ?? 0;
}

/** The conversations behind the bell. Waiting ones only for those who see all tickets. */
export function useUnreadTickets() {
  const user = useUser();
  const refresh = useSoon(keys.unread);
  useLive('ticket', refresh);
  useLive('appMessage', refresh);
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

/** Asks again, once for a burst of news. */
function useSoon(queryKey: readonly string[]): () => void {
  const client = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey }), 400);
  };
}
