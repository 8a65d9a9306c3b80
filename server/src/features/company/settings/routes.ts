import { settingEndpoints } from '@balcao/contract/settings';
import { routes } from '../../../platform/http/routes.ts';
import { changeSetting } from './actions.ts';
import { listSettings } from './reads.ts';

export const settingRoutes = routes(settingEndpoints, {
  listSettings: (ctx) => listSettings(ctx),
  changeSetting: (ctx, { params, body }) => changeSetting(ctx, params.settingKey, body.value),
});
