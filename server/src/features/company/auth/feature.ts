import { signedIn } from '../../../events/auth.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { forgetOldThrottles } from './jobs.ts';
import { authRoutes } from './routes.ts';

export const auth: Feature = {
  name: 'auth',
  routes: authRoutes,
  jobs: [forgetOldThrottles],
  // Tabs of the new session recognise themselves by its id. All other sessions of this user learn that it signed in elsewhere.
  broadcasts: [
    broadcaster(signedIn, ({ user, session }) => [
      { event: 'auth', payload: { action: 'update', user, session }, rooms: [{ to: 'user', userId: user.id }] },
    ]),
  ],
};
