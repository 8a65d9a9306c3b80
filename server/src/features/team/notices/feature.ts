import { noticesChanged } from '../../../events/notices.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews } from './access.ts';
import { noticeJobs } from './jobs.ts';
import { noticeReactions } from './reactions.ts';
import { noticeRoutes } from './routes.ts';

export const notices: Feature = {
  name: 'notices',
  routes: noticeRoutes,
  jobs: noticeJobs,
  reactions: noticeReactions,
  broadcasts: [broadcaster(noticesChanged, changeNews)],
};
