import { ticketNoteEndpoints } from '@balcao/contract/ticket-notes';
import { routes } from '../../../platform/http/routes.ts';
import { createNoteWith, deleteTicketNote, pinTicketNote } from './actions.ts';
import { listConversationNotes, listTicketNotes } from './reads.ts';

export const ticketNoteRoutes = routes(ticketNoteEndpoints, {
  listTicketNotes: (ctx, { query }) => listTicketNotes(ctx, query),
  listConversationNotes: (ctx, { params }) => listConversationNotes(ctx, params.ticketId),
  createTicketNote: (ctx, { body }) => createNoteWith(ctx, body, ctx.request.files),
  pinTicketNote: (ctx, { params, body }) => pinTicketNote(ctx, params.noteId, body.on),
  deleteTicketNote: async (ctx, { params }) => {
    await deleteTicketNote(ctx, params.noteId);
    return { message: 'Observação removida' };
  },
});
