import type { ConnectionDetail, ConnectionView } from '@balcao/contract/connections';
import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import type { News } from '../../../platform/socket.ts';
import { connectionKeys } from './queries.ts';

type SessionNews = News<'whatsappSession'>['session'];

/** Brings the news about connections and their sessions into the cache while the component is shown. */
export function useLiveConnections(): void {
  useLiveCache('whatsapp', hearConnection);
  useLiveCache('whatsappSession', (cache, { session }) => {
    applySession(cache, session);
    refreshSoon(cache, connectionKeys.health(session.id));
  });
  useLiveCache('connection-health', (cache, { whatsappId }) => refreshSoon(cache, connectionKeys.health(whatsappId)));
}

/** One piece of news about a connection. */
export function hearConnection(cache: QueryClient, news: News<'whatsapp'>): void {
  if (news.action === 'delete') removeConnection(cache, news.whatsappId);
  else applyConnection(cache, news.whatsapp);
}

/**
 * Puts a connection into the list and its detail; an older copy than ours is dropped.
 * The codes are told to few, so none in the same status leaves the one we have.
 */
export function applyConnection(cache: QueryClient, connection: ConnectionView): void {
  cache.setQueryData<ConnectionView[]>(connectionKeys.list, (list) => {
    if (!list) return list;
    const held = list.find(({ id }) => id === connection.id);
    if (!held) return [...list, connection];
    return isNewer(connection, held) ? list.map((row) => (row.id === connection.id ? keepCode(connection, held) : row)) : list;
  });
  cache.setQueryData<ConnectionDetail>(connectionKeys.one(connection.id), (held) =>
    held && isNewer(connection, held) ? { ...held, ...keepCode(connection, held) } : held,
  );
}

/** Puts the state of a session into the list and the detail; older news are dropped. */
export function applySession(cache: QueryClient, session: SessionNews): void {
  const merged = <Row extends ConnectionView>(held: Row): Row =>
    held.id === session.id && session.updatedAt >= held.updatedAt ? { ...held, ...session } : held;
  cache.setQueryData<ConnectionView[]>(connectionKeys.list, (list) => list?.map(merged));
  cache.setQueryData<ConnectionDetail>(connectionKeys.one(session.id), (held) => held && merged(held));
}

/** Takes a connection out of the list and forgets its detail. */
export function removeConnection(cache: QueryClient, whatsappId: number): void {
  cache.removeQueries({ queryKey: connectionKeys.one(whatsappId) });
  cache.removeQueries({ queryKey: connectionKeys.health(whatsappId) });
  cache.setQueryData<ConnectionView[]>(connectionKeys.list, (list) => list?.filter(({ id }) => id !== whatsappId));
}

function isNewer(connection: ConnectionView, held: ConnectionView): boolean {
  return connection.updatedAt >= held.updatedAt;
}

function keepCode(connection: ConnectionView, held: ConnectionView): ConnectionView {
  const waits = connection.status === 'qrcode' && held.status === 'qrcode' && connection.qrcode === '' && connection.pairingCode === '';
  return waits ? { ...connection, qrcode: held.qrcode, pairingCode: held.pairingCode } : connection;
}
