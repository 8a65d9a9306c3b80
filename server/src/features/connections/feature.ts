import { connectionChanged, connectionDeleted, connectionSessionChanged } from '../../events/connections.ts';
import { broadcaster } from '../../platform/facts.ts';
import type { Feature } from '../../platform/feature.ts';
import { connectionReactions } from './reactions.ts';
import { connectionRoutes } from './routes.ts';

export const connections: Feature = {
  name: 'connections',
  routes: connectionRoutes,
  reactions: connectionReactions,
  broadcasts: [
    // The QR code links whoever reads it, so only admins get it, with the session.
    broadcaster(connectionChanged, ({ connection }) => [
      { event: 'whatsapp', payload: { action: 'update', whatsapp: { ...connection, qrcode: '' } }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(connectionDeleted, ({ connectionId }) => [
      { event: 'whatsapp', payload: { action: 'delete', whatsappId: connectionId }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(connectionSessionChanged, ({ connection: { id, name, status, statusReason, qrcode, retries, updatedAt } }) => [
      {
        event: 'whatsappSession',
        payload: { action: 'update', session: { id, name, status, statusReason, qrcode, retries, updatedAt } },
        rooms: [{ to: 'admins' }],
      },
    ]),
  ],
};
