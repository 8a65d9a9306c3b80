import type { Feature } from '../../../platform/feature.ts';
import { externalApiRoutes } from './routes.ts';

export const externalApi: Feature = { name: 'external-api', routes: externalApiRoutes };
