import type { Feature } from '../../../platform/feature.ts';
import { simulatorRoutes } from './routes.ts';

export const simulator: Feature = { name: 'simulator', routes: simulatorRoutes };
