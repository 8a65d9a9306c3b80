import type { Feature } from '../../../platform/feature.ts';
import { planRoutes } from './routes.ts';

export const plans: Feature = { name: 'plans', routes: planRoutes };
