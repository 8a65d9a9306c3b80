import { importChanged } from '../../../events/imports.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { importJobs } from './jobs.ts';
import { importRoutes } from './routes.ts';

export const imports: Feature = {
  name: 'imports',
  routes: importRoutes,
  jobs: importJobs,
  broadcasts: [
    broadcaster(importChanged, (news) => [
      { event: 'import', payload: { action: 'update', import: news.import }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
