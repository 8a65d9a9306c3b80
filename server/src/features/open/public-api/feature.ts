import type { Feature } from '../../../platform/feature.ts';
import { publicApiRoutes } from './routes.ts';

export const publicApi: Feature = { name: 'public-api', routes: publicApiRoutes };
