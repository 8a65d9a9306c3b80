import type { Feature } from '../../../platform/feature.ts';
import { systemJobs } from './jobs.ts';
import { docsRoutes, systemRoutes } from './routes.ts';

export const system: Feature = { name: 'system', routes: systemRoutes, rawRoutes: docsRoutes, jobs: systemJobs };
