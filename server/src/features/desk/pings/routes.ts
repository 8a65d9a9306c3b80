import { pingEndpoints } from '@balcao/contract/pings';
import { routes } from '../../../platform/http/routes.ts';
import { followTicket } from './actions/follow.ts';
import { seePings } from './actions/see-pings.ts';
import { listPings, showFollowers } from './reads.ts';

export const pingRoutes = routes(pingEndpoints, {
  listPings: (ctx) => listPings(ctx),
  seePings: (ctx, { body }) => seePings(ctx, body.ticketId ?? null),
  showFollowers: (ctx, { params }) => showFollowers(ctx, params.ticketId),
  followTicket: (ctx, { params, body }) => followTicket(ctx, params.ticketId, body.on),
});
