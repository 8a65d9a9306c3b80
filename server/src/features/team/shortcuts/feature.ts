import { shortcutsChanged } from '../../../events/shortcuts.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews } from './access.ts';
import { shortcutRoutes } from './routes.ts';

export const shortcuts: Feature = {
  name: 'shortcuts',
  routes: shortcutRoutes,
  broadcasts: [broadcaster(shortcutsChanged, changeNews)],
};
