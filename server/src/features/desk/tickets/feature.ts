import { ticketChanged, ticketDeleted, ticketHanded, ticketMarked, ticketRead, ticketTold } from '../../../events/tickets.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, deletionNews, handNews, markNews, readNews, toldNews } from './access.ts';
import { ticketJobs } from './jobs.ts';
import { ticketReactions } from './reactions.ts';
import { ticketRoutes } from './routes.ts';

export const tickets: Feature = {
  name: 'tickets',
  routes: ticketRoutes,
  jobs: ticketJobs,
  reactions: ticketReactions,
  broadcasts: [
    broadcaster(ticketChanged, changeNews),
    broadcaster(ticketHanded, (handed, latest) => handNews(handed, latest(ticketChanged, handed.ticketId)?.ticket)),
    broadcaster(ticketRead, readNews),
    broadcaster(ticketTold, toldNews),
    broadcaster(ticketDeleted, deletionNews),
    broadcaster(ticketMarked, markNews),
  ],
};
