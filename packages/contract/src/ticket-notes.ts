import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { ticketStatuses } from './ticket-rules.ts';

/** `mergedInto`: written by the product when the ticket was closed because its contact was merged; `note` is the number of the ticket that goes on. */
export const noteKinds = ['written', 'mergedInto'] as const;

export const ticketNoteView = z.object({
  id: z.number(),
  note: z.string(),
  kind: z.enum(noteKinds),
  ticketId: z.number(),
  contactId: z.number(),
  /** Null, as `user`: the product wrote it. */
  userId: z.number().nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  contact: z.object({ id: z.number(), name: z.string() }),
  ticket: z.object({ id: z.number(), status: z.enum(ticketStatuses), createdAt: c.instant }),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type TicketNoteView = z.output<typeof ticketNoteView>;
c.named.add(ticketNoteView, { id: 'TicketNote' });

export const ticketNoteEndpoints = {
  listTicketNotes: endpoint({
    route: 'GET /ticket-notes/list',
    access: 'user',
    summary: 'Notes of a ticket, newest first; at most 500. None for a ticket the caller may not see or that is not the contact’s.',
    query: z.object({ ticketId: c.id, contactId: c.id }),
    answer: z.array(ticketNoteView),
  }),
  createTicketNote: endpoint({
    route: 'POST /ticket-notes',
    access: 'user',
    summary: 'Puts a note on a ticket, which the customer never sees.',
    body: z.object({ note: c.name(2, 4096), ticketId: c.id, contactId: c.id }),
    answer: ticketNoteView,
  }),
  deleteTicketNote: endpoint({
    route: 'DELETE /ticket-notes/:noteId',
    access: 'user',
    summary: 'Removes a note; only its author and admins may.',
    params: z.object({ noteId: c.id }),
    answer: c.message,
  }),
};

export const ticketNoteEvents = {
  ticketNote: event({
    channel: 'ticketNote',
    heardBy: 'Whoever may see the ticket.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('create'), ticketNote: ticketNoteView }),
      z.object({ action: z.literal('delete'), noteId: z.number(), ticketId: z.number() }),
    ]),
  }),
};
