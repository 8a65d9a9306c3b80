import { panelOrderEndpoints } from '@balcao/contract/panel-order';
import { routes } from '../../../platform/http/routes.ts';
import { orderPanel } from './actions.ts';

export const panelOrderRoutes = routes(panelOrderEndpoints, {
  orderPanel: (ctx, { body }) => orderPanel(ctx, body),
});
