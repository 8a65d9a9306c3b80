import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { mentionsMax } from './ping-rules.ts';
import { ticketStatuses } from './ticket-rules.ts';

/** `mergedInto`: written by the product when a merge of contacts closed the ticket; `note` is the number of the ticket that stays. */
export const noteKinds = ['written', 'mergedInto'] as const;

export const ticketNoteView = z.object({
  id: z.number(),
  note: z.string(),
  kind: z.enum(noteKinds),
  ticketId: z.number(),
  contactId: z.number(),
  /** Null, like `user`, if the product wrote it. */
  userId: z.number().nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Colleagues whom the note calls, as `@Name` in its text. */
  mentions: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Since when it stands above its conversation; null if it does not. */
  pinnedAt: c.instant.nullable(),
  /** `url`: absolute, valid for a while. */
  file: z.object({ url: z.string(), name: z.string(), mime: z.string(), size: z.number() }).nullable(),
  /** Which of them opened the conversation since, and when. */
  readBy: z.array(z.object({ id: z.number(), name: z.string(), at: c.instant })),
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
    summary:
      'Notes of a ticket, newest first; at most 500. Empty for a ticket that the caller may not see or that belongs to another contact.',
    query: z.object({ ticketId: c.id, contactId: c.id }),
    answer: z.array(ticketNoteView),
  }),
  listConversationNotes: endpoint({
    route: 'GET /v1/tickets/:ticketId/notes',
    access: 'user',
    summary: 'Notes of the tickets of a conversation that the caller may see: the latest 200, oldest first.',
    params: z.object({ ticketId: c.id }),
    answer: z.array(ticketNoteView),
  }),
  createTicketNote: endpoint({
    route: 'POST /ticket-notes',
    access: 'user',
    summary:
      'Adds a note to a ticket, with or without a file in the field `file`. The customer never sees it. The colleagues in `mentions` are told; ERR_USER_NOT_IN_QUEUE if one may not see the ticket.',
    multipart: 'too',
    body: z.object({
      note: c.name(2, 4096),
      ticketId: c.id,
      contactId: c.id,
      mentions: c.idsUpTo(mentionsMax).default([]),
    }),
    answer: ticketNoteView,
  }),
  pinTicketNote: endpoint({
    route: 'PUT /v1/ticket-notes/:noteId/pin',
    access: 'user',
    summary: 'Puts a note above its conversation, in the place of another one of its ticket, or takes it from there.',
    params: z.object({ noteId: c.id }),
    body: z.object({ on: c.flag }),
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
    heardBy: 'Those who may see the ticket.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.literal('create'), ticketNote: ticketNoteView }),
      /** Somebody whom it calls has read it, or it was pinned or is no more. */
      z.object({ action: z.literal('update'), ticketNote: ticketNoteView }),
      z.object({ action: z.literal('delete'), noteId: z.number(), ticketId: z.number() }),
    ]),
  }),
};
