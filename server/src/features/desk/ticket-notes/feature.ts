import { ticketNoteChanged, ticketNoteCreated, ticketNoteDeleted } from '../../../events/ticket-notes.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { audienceOf } from '../tickets/reads.ts';
import { ticketNoteReactions } from './reactions.ts';
import { ticketNoteRoutes } from './routes.ts';

export const ticketNotes: Feature = {
  name: 'ticket-notes',
  routes: ticketNoteRoutes,
  reactions: ticketNoteReactions,
  broadcasts: [
    broadcaster(ticketNoteCreated, ({ ticketNote, placed }) => [
      { event: 'ticketNote', payload: { action: 'create', ticketNote }, rooms: audienceOf(placed) },
    ]),
    broadcaster(ticketNoteChanged, ({ ticketNote, placed }) => [
      { event: 'ticketNote', payload: { action: 'update', ticketNote }, rooms: audienceOf(placed) },
    ]),
    broadcaster(ticketNoteDeleted, ({ noteId, ticketId, placed }) => [
      { event: 'ticketNote', payload: { action: 'delete', noteId, ticketId }, rooms: audienceOf(placed) },
    ]),
  ],
};
