import { presenceTold } from '../../../events/presence.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { audienceOf } from '../tickets/reads.ts';
import { presenceRoutes } from './routes.ts';

export const presence: Feature = {
  name: 'presence',
  routes: presenceRoutes,
  broadcasts: [
    broadcaster(presenceTold, ({ ticket, ...told }) => [
      { event: 'presence', payload: { ticketId: ticket.id, ...told }, rooms: audienceOf(ticket) },
    ]),
  ],
};
