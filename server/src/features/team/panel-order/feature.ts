import { panelOrdered } from '../../../events/panel-order.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { orderNews } from './access.ts';
import { panelOrderRoutes } from './routes.ts';

export const panelOrder: Feature = {
  name: 'panel-order',
  routes: panelOrderRoutes,
  broadcasts: [broadcaster(panelOrdered, orderNews)],
};
