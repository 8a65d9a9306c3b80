import { presenceEndpoints } from '@balcao/contract/presence';
import { routes } from '../../../platform/http/routes.ts';
import { tellPresence } from './actions.ts';

export const presenceRoutes = routes(presenceEndpoints, {
  tellPresence: (ctx, { params, body }) => tellPresence(ctx, params.ticketId, body),
});
