import { ticketChanged, ticketDeleted, ticketRead } from '../../../events/tickets.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, deletionNews, readNews } from './access.ts';
import { ticketJobs } from './jobs.ts';
import { ticketReactions } from './reactions.ts';
import { ticketRoutes } from './routes.ts';

export const tickets: Feature = {
  name: 'tickets',
  routes: ticketRoutes,
  jobs: ticketJobs,
  reactions: ticketReactions,
  broadcasts: [broadcaster(ticketChanged, changeNews), broadcaster(ticketRead, readNews), broadcaster(ticketDeleted, deletionNews)],
};
