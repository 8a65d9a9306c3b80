import { shortcutEndpoints } from '@balcao/contract/shortcuts';
import { routes } from '../../../platform/http/routes.ts';
import { chooseShortcuts } from './actions.ts';

export const shortcutRoutes = routes(shortcutEndpoints, {
  chooseShortcuts: (ctx, { body }) => chooseShortcuts(ctx, body),
});
