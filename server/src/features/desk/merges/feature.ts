import type { Feature } from '../../../platform/feature.ts';
import { mergeRoutes } from './routes.ts';

export const merges: Feature = { name: 'merges', routes: mergeRoutes };
