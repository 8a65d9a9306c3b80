import { ticketMarkEndpoints } from '@balcao/contract/ticket-marks';
import { ticketEndpoints } from '@balcao/contract/tickets';
import { routes } from '../../../platform/http/routes.ts';
import { deleteTicket } from './actions/delete-ticket.ts';
import { markTicket } from './actions/mark-ticket.ts';
import { moveTicket } from './actions/move-ticket.ts';
import { openTicket } from './actions/open-ticket.ts';
import { markUrgent, snoozeTicket, wakeTicket } from './actions/snooze.ts';
import { undoMove } from './actions/undo-move.ts';
import {
  countOfFilters,
  countTabs,
  listBoardPage,
  listTicketMarks,
  listTicketMoves,
  listTicketPage,
  nextTicket,
  showPromises,
  showTicket,
  showTicketByUuid,
  showWorkload,
} from './reads.ts';

const endpoints = { ...ticketEndpoints, ...ticketMarkEndpoints };

export const ticketRoutes = routes(endpoints, {
  listTicketMarks: (ctx) => listTicketMarks(ctx),
  markTicket: (ctx, { params, body }) => markTicket(ctx, params.ticketId, body),
  listTickets: (ctx, { query }) => listTicketPage(ctx, query),
  listBoard: (ctx, { query }) => listBoardPage(ctx, query),
  countTickets: (ctx, { query }) => countTabs(ctx, query),
  nextTicket: (ctx, { query }) => nextTicket(ctx, query.after ?? null),
  showWorkload: (ctx) => showWorkload(ctx),
  countFilters: (ctx, { query }) => countOfFilters(ctx, query),
  showPromises: (ctx) => showPromises(ctx),
  snoozeTicket: (ctx, { params, body }) => snoozeTicket(ctx, params.ticketId, body.until === null ? null : new Date(body.until)),
  wakeTicket: (ctx, { params }) => wakeTicket(ctx, params.ticketId),
  markUrgent: (ctx, { params, body }) => markUrgent(ctx, params.ticketId, body.priority),
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
