import {
  automationChanged,
  automationCreated,
  automationDeleted,
  automationFired,
  automationNoticed,
  automationsOrdered,
} from '../../../events/automations.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { newsOf, noticeNews } from './access.ts';
import { automationRecorder } from './actions/record.ts';
import { automationJobs } from './jobs.ts';
import { automationRoutes } from './routes.ts';

export const automations: Feature = {
  name: 'automations',
  routes: automationRoutes,
  jobs: automationJobs,
  recorders: [automationRecorder],
  broadcasts: [
    broadcaster(automationCreated, ({ record }) => newsOf({ action: 'create', record })),
    broadcaster(automationChanged, ({ record }) => newsOf({ action: 'update', record })),
    broadcaster(automationDeleted, ({ id }) => newsOf({ action: 'delete', id })),
    broadcaster(automationsOrdered, ({ ids }) => newsOf({ action: 'order', ids })),
    broadcaster(automationFired, ({ id, at }) => newsOf({ action: 'fired', id, at })),
    broadcaster(automationNoticed, noticeNews),
  ],
};
