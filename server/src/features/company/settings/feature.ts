import { settingChanged } from '../../../events/settings.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { settingRoutes } from './routes.ts';

export const settings: Feature = {
  name: 'settings',
  routes: settingRoutes,
  broadcasts: [
    broadcaster(settingChanged, ({ setting, adminOnly }) => [
      { event: 'settings', payload: { action: 'update', setting }, rooms: [{ to: adminOnly ? 'admins' : 'company' }] },
    ]),
  ],
};
