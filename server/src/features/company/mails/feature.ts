import type { Feature } from '../../../platform/feature.ts';
import { mailJobs } from './jobs.ts';
import { mailRoutes } from './routes.ts';

export const mails: Feature = { name: 'mails', routes: mailRoutes, jobs: mailJobs };
