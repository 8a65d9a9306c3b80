import { ticketViewChanged, ticketViewDeleted } from '../../../events/ticket-views.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { changeNews, deletionNews } from './access.ts';
import { ticketViewReactions } from './reactions.ts';
import { ticketViewRoutes } from './routes.ts';

export const ticketViews: Feature = {
  name: 'ticket-views',
  routes: ticketViewRoutes,
  reactions: ticketViewReactions,
  broadcasts: [broadcaster(ticketViewChanged, changeNews), broadcaster(ticketViewDeleted, deletionNews)],
};
