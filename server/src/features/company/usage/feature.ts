import type { Feature } from '../../../platform/feature.ts';
import { usageJobs } from './jobs.ts';
import { usageRoutes } from './routes.ts';

export const usage: Feature = { name: 'usage', routes: usageRoutes, jobs: usageJobs };
