import type { Feature } from '../../../platform/feature.ts';
import { secondFactorRoutes } from './routes.ts';

export const secondFactor: Feature = { name: 'second-factor', routes: secondFactorRoutes };
