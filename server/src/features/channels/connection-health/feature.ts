import { connectionHealthChanged, connectionSessionChanged } from '../../../events/connections.ts';
import { type Broadcast, broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { connectionHealthJobs } from './jobs.ts';
import { connectionHealthReactions } from './reactions.ts';
import { connectionHealthRoutes } from './routes.ts';

const news = (whatsappId: number): Broadcast[] => [
  { event: 'connectionHealth', payload: { action: 'update', whatsappId }, rooms: [{ to: 'admins' }] },
];

export const connectionHealth: Feature = {
  name: 'connection-health',
  routes: connectionHealthRoutes,
  jobs: connectionHealthJobs,
  reactions: connectionHealthReactions,
  broadcasts: [
    broadcaster(connectionHealthChanged, ({ connectionId }) => news(connectionId)),
    broadcaster(connectionSessionChanged, ({ connection }) => news(connection.id)),
  ],
};
