import { ticketEndpoints } from '@balcao/contract/tickets';
import { routes } from '../../../platform/http/routes.ts';
import { deleteTicket } from './actions/delete-ticket.ts';
import { moveTicket } from './actions/move-ticket.ts';
import { openTicket } from './actions/open-ticket.ts';
import { undoMove } from './actions/undo-move.ts';
import {
  countTabs,
  listBoardPage,
  listTicketMoves,
  listTicketPage,
  nextTicket,
  showTicket,
  showTicketByUuid,
  showWorkload,
} from './reads.ts';

export const ticketRoutes = routes(ticketEndpoints, {
  listTickets: (ctx, { query }) => listTicketPage(ctx, query),
  listBoard: (ctx, { query }) => listBoardPage(ctx, query),
  countTickets: (ctx, { query }) => countTabs(ctx, query),
  nextTicket: (ctx, { query }) => nextTicket(ctx, query.after ?? null),
  showWorkload: (ctx) => showWorkload(ctx),
  showTicket: (ctx, { params }) => showTicket(ctx, params.ticketId),
  showTicketByUuid: (ctx, { params }) => showTicketByUuid(ctx, params.ticketUuid),
  listTicketMoves: (ctx, { params }) => listTicketMoves(ctx, params.ticketId),
  openTicket: (ctx, { body }) => openTicket(ctx, body),
  moveTicket: (ctx, { params, body: { note, ...body } }) =>
    moveTicket(
      ctx,
      params.ticketId,
      {
        ...body,
        connectionId: body.whatsappId ?? undefined,
        chatbot: body.chatbot ?? undefined,
        useIntegration: body.useIntegration ?? undefined,
      },
      { note: note?.trim() },
    ),
  undoMove: (ctx, { params }) => undoMove(ctx, params.ticketId),
  deleteTicket: async (ctx, { params }) => {
    await deleteTicket(ctx, params.ticketId);
    return { message: 'ticket deleted' };
  },
});
