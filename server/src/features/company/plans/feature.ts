import { planChanged, planCreated, planDeleted } from '../../../events/plans.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { planRoutes } from './routes.ts';

export const plans: Feature = {
  name: 'plans',
  routes: planRoutes,
  broadcasts: [
    broadcaster(planCreated, ({ plan }) => [{ event: 'plan', payload: { action: 'create', plan }, rooms: [{ to: 'everyone' }] }]),
    broadcaster(planChanged, ({ plan }) => [{ event: 'plan', payload: { action: 'update', plan }, rooms: [{ to: 'everyone' }] }]),
    broadcaster(planDeleted, ({ planId }) => [{ event: 'plan', payload: { action: 'delete', planId }, rooms: [{ to: 'everyone' }] }]),
  ],
};
