import { ticketListViewEndpoints } from '@balcao/contract/ticket-views';
import { routes } from '../../../platform/http/routes.ts';
import { createTicketView, deleteTicketView, updateTicketView } from './actions.ts';
import { countTicketViews, listTicketViews } from './reads.ts';

export const ticketViewRoutes = routes(ticketListViewEndpoints, {
  listTicketViews: (ctx) => listTicketViews(ctx),
  countTicketViews: (ctx) => countTicketViews(ctx),
  createTicketView: (ctx, { body }) => createTicketView(ctx, body),
  updateTicketView: (ctx, { params, body }) => updateTicketView(ctx, params.ticketViewId, body),
  deleteTicketView: async (ctx, { params }) => {
    await deleteTicketView(ctx, params.ticketViewId);
    return { message: 'View deleted' };
  },
});
