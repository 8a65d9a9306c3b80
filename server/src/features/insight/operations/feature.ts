import type { Feature } from '../../../platform/feature.ts';
import { operationsRoutes } from './routes.ts';

export const operations: Feature = { name: 'operations', routes: operationsRoutes };
