import type { ConnectionDetail, ConnectionView } from '@balcao/contract/connections';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { connectionKeys } from './keys.ts';

type SessionNews = News<'whatsappSession'>['session'];

export const connectionsLive: Live = {
  whatsapp: hearConnection,
  whatsappSession: (cache, { session }) => {
    applySession(cache, session);
    refreshSoon(cache, connectionKeys.health(session.id));
  },
  'connection-health': (cache, { whatsappId }) => refreshSoon(cache, connectionKeys.health(whatsappId)),
  // Connections carry the names and colours of their queues.
  queue: (cache) => {
    refreshSoon(cache, connectionKeys.list);
    refreshSoon(cache, connectionKeys.details);
  },
};

/** One piece of news about a connection. */
export function hearConnection(cache: QueryClient, news: News<'whatsapp'>): void {
  if (news.action === 'delete') removeConnection(cache, news.whatsappId);
  else applyConnection(cache, news.whatsapp);
}

/**
 * Puts a connection into the list and its detail; an older copy than ours is dropped.
 * Few people are sent the codes, so a copy without one in the same status leaves the one we have.
 */
export function applyConnection(cache: QueryClient, connection: ConnectionView): void {
  const renewed = <Row extends ConnectionView>(held: Row): Row =>
    held.id === connection.id && connection.updatedAt >= held.updatedAt ? { ...held, ...keepCode(connection, held) } : held;
  changeHeld<ConnectionView[]>(cache, connectionKeys.list, (list) =>
    list.some(({ id }) => id === connection.id) ? list.map(renewed) : [...list, connection],
  );
  changeHeld<ConnectionDetail>(cache, connectionKeys.one(connection.id), renewed);
}

/** Puts the state of a session into the list and the detail; older news are dropped. */
export function applySession(cache: QueryClient, session: SessionNews): void {
  const renewed = <Row extends ConnectionView>(held: Row): Row =>
    held.id === session.id && session.updatedAt >= held.updatedAt ? { ...held, ...session } : held;
  changeHeld<ConnectionView[]>(cache, connectionKeys.list, (list) => list.map(renewed));
  changeHeld<ConnectionDetail>(cache, connectionKeys.one(session.id), renewed);
}

/** Stores a connection from the reply to one of our own calls. */
export function keepConnection(cache: QueryClient, connection: ConnectionDetail): void {
  cache.setQueryData(connectionKeys.one(connection.id), connection);
  const { webhookUrl: _, ...view } = connection;
  applyConnection(cache, view);
}

/** Takes a connection out of the list and forgets its detail; a form that is open on it learns that it is gone. */
export function removeConnection(cache: QueryClient, whatsappId: number): void {
  void cache.resetQueries({ queryKey: connectionKeys.one(whatsappId) });
  cache.removeQueries({ queryKey: connectionKeys.health(whatsappId) });
  changeHeld<ConnectionView[]>(cache, connectionKeys.list, (list) => list.filter(({ id }) => id !== whatsappId));
}

function keepCode(connection: ConnectionView, held: ConnectionView): ConnectionView {
  const waits = connection.status === 'qrcode' && held.status === 'qrcode' && connection.qrcode === '' && connection.pairingCode === '';
  return waits ? { ...connection, qrcode: held.qrcode, pairingCode: held.pairingCode } : connection;
}
