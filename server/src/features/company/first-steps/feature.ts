import type { Feature } from '../../../platform/feature.ts';
import { firstStepsRoutes } from './routes.ts';

export const firstSteps: Feature = { name: 'first-steps', routes: firstStepsRoutes };
