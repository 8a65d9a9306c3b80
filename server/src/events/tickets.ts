import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { fact } from '../platform/facts.ts';

/**
 * A ticket was created or changed. `before` is null for a new one. `moved`: status, agent, queue or connection changed.
 * `byUserId` is null when the product did it by itself. `assistantBegan`: an assistant answers, which none did before. `followed`: somebody may
 * follow it.
 */
export const ticketChanged = fact<{
  before: Placed | null;
  ticket: TicketView;
  moved: boolean;
  byUserId: number | null;
  assistantBegan: boolean;
  followed: boolean;
}>('ticket.changed', {
  about: ({ ticket }) => ticket.id,
  merge: (earlier, later) => ({
    ...later,
    before: earlier.before,
    moved: earlier.moved || later.moved,
    assistantBegan: earlier.assistantBegan || later.assistantBegan,
  }),
});
/** The unread messages of a ticket were read. */
export const ticketRead = fact<{ ticketId: number; placed: Placed }>('ticket.read');
export const ticketDeleted = fact<{ ticketId: number; placed: Placed }>('ticket.deleted');
/** A ticket was closed, and with it an attendance. A merge closes a ticket without this fact: the conversation goes on in another. */
export const ticketClosed = fact<{ ticketId: number; attendanceId: number | null; byUserId: number | null }>('ticket.closed');
/** Somebody gave a ticket to another agent, with what they said to that; null: a rule did. */
export const ticketHanded = fact<{
  ticketId: number;
  userId: number;
  placed: Placed;
  by: { id: number; name: string } | null;
  note?: string | undefined;
}>('ticket.handed');
/** Other tags than before stand on a ticket. `added`: those it had not before. */
export const ticketTagged = fact<{ ticket: TicketView; added: number[] }>('ticket.tagged');
/** The conversation tells something more than the ticket shows. */
export const ticketTold = fact<{ ticketId: number; placed: Placed }>('ticket.told');

/** A person pinned, muted or marked a ticket, for themselves. */
export const ticketMarked = fact<{ mark: TicketMark; userId: number }>('ticket.marked');
