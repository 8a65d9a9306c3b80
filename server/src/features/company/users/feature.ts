import { userChanged, userCreated, userDeleted } from '../../../events/users.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { markSilentUsers } from './jobs.ts';
import { userReactions } from './reactions.ts';
import { userRoutes } from './routes.ts';

export const users: Feature = {
  name: 'users',
  routes: userRoutes,
  jobs: [markSilentUsers],
  reactions: userReactions,
  broadcasts: [
    broadcaster(userCreated, ({ user }) => [{ event: 'user', payload: { action: 'create', user }, rooms: [{ to: 'company' }] }]),
    broadcaster(userChanged, ({ user }) => [{ event: 'user', payload: { action: 'update', user }, rooms: [{ to: 'company' }] }]),
    broadcaster(userDeleted, ({ userId }) => [{ event: 'user', payload: { action: 'delete', userId }, rooms: [{ to: 'company' }] }]),
  ],
};
