import type { TicketView } from '@balcao/contract/tickets';
import type { Placed } from '@balcao/contract/ticket-rules';
import { fact } from '../platform/facts.ts';

/** A ticket began or became something else. `before` is null for a new one. `move`: status, agent, queue or connection changed. */
export const ticketChanged = fact<{ before: Placed | null; ticket: TicketView; moved: boolean }>('ticket.changed');
/** The unread messages of a ticket were read. */
export const ticketRead = fact<{ ticketId: number; placed: Placed }>('ticket.read');
export const ticketDeleted = fact<{ ticketId: number; placed: Placed }>('ticket.deleted');
/** A service cycle ended. */
export const ticketClosed = fact<{ ticketId: number; attendanceId: number | null; byUserId: number | null }>('ticket.closed');
