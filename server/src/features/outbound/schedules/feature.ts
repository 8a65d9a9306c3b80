import { scheduleChanged, scheduleCreated, scheduleDeleted } from '../../../events/schedules.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, creationNews, deletionNews } from './access.ts';
import { scheduleJobs } from './jobs.ts';
import { scheduleReactions } from './reactions.ts';
import { scheduleRoutes } from './routes.ts';

export const schedules: Feature = {
  name: 'schedules',
  routes: scheduleRoutes,
  jobs: scheduleJobs,
  reactions: scheduleReactions,
  broadcasts: [
    broadcaster(scheduleCreated, creationNews),
    broadcaster(scheduleChanged, changeNews),
    broadcaster(scheduleDeleted, deletionNews),
  ],
};
