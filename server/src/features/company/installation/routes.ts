import { installationEndpoints } from '@balcao/contract/installation';
import { routes } from '../../../platform/http/routes.ts';
import { changeInstallation } from './actions.ts';
import { installationSettings } from './reads.ts';

export const installationRoutes = routes(installationEndpoints, {
  showEntrance: async (ctx) => ({ signUp: (await installationSettings(ctx)).signUp }),
  showInstallation: (ctx) => installationSettings(ctx),
  changeInstallation: (ctx, { body }) => changeInstallation(ctx, body),
});
