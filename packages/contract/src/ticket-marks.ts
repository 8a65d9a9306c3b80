import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

/** What a person keeps for themselves about a ticket. */
export const ticketMark = z.object({
  ticketId: z.number(),
  /** Above the others in lists of active tickets. */
  pinned: z.boolean(),
  /** It does not ring for them. */
  muted: z.boolean(),
  /** To be looked at again, whatever was read. */
  unread: z.boolean(),
});
export type TicketMark = z.output<typeof ticketMark>;
c.named.add(ticketMark, { id: 'TicketMark' });

export const ticketMarkEndpoints = {
  listTicketMarks: endpoint({
    route: 'GET /v1/ticket-marks',
    access: 'user',
    summary: 'What the caller pinned, muted or marked as unread among active tickets.',
    answer: z.array(ticketMark),
  }),
  markTicket: endpoint({
    route: 'PUT /v1/tickets/:ticketId/marks',
    access: 'user',
    summary: 'Pins, mutes or marks a ticket as unread, for the caller only; what is left out stays. At most 50 pins, and 500 marks.',
    params: z.object({ ticketId: c.id }),
    body: z.object({ pinned: c.flag.optional(), muted: c.flag.optional(), unread: c.flag.optional() }),
    answer: ticketMark,
  }),
};

export const ticketMarkEvents = {
  ticketMark: event({
    channel: 'ticket-mark',
    heardBy: 'The person whose mark it is, on all their devices.',
    payload: z.object({ action: z.literal('update'), mark: ticketMark }),
  }),
};
