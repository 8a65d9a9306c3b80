import { connectionChanged, connectionDeleted, connectionSessionChanged } from '../../../events/connections.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { connectionJobs } from './jobs.ts';
import { connectionReactions } from './reactions.ts';
import { connectionRoutes } from './routes.ts';
import { sessionOf, withoutCodes } from './view.ts';

export const connections: Feature = {
  name: 'connections',
  routes: connectionRoutes,
  jobs: connectionJobs,
  reactions: connectionReactions,
  broadcasts: [
    // Only admins get the codes, in the session event.
    broadcaster(connectionChanged, ({ connection }) => [
      { event: 'whatsapp', payload: { action: 'update', whatsapp: { ...connection, ...withoutCodes } }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(connectionDeleted, ({ connectionId }) => [
      { event: 'whatsapp', payload: { action: 'delete', whatsappId: connectionId }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(connectionSessionChanged, ({ connection }) => [
      {
        event: 'whatsappSession',
        payload: { action: 'update', session: sessionOf(connection) },
        rooms: [{ to: 'admins' }],
      },
    ]),
  ],
};
