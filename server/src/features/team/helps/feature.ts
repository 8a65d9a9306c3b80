import { helpChanged, helpCreated, helpDeleted } from '../../../events/helps.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { helpRoutes } from './routes.ts';

export const helps: Feature = {
  name: 'helps',
  routes: helpRoutes,
  broadcasts: [
    broadcaster(helpCreated, ({ record }) => [{ event: 'help', payload: { action: 'create', record }, rooms: [{ to: 'everyone' }] }]),
    broadcaster(helpChanged, ({ record }) => [{ event: 'help', payload: { action: 'update', record }, rooms: [{ to: 'everyone' }] }]),
    broadcaster(helpDeleted, ({ id }) => [{ event: 'help', payload: { action: 'delete', id }, rooms: [{ to: 'everyone' }] }]),
  ],
};
