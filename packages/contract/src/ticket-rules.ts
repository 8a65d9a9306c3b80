// What a ticket may become and in which list it belongs. Pure, and shared: the server decides by it, the browser predicts by it.
import { accept, refuse, type Verdict } from './errors.ts';
import type { Profile } from './user-rules.ts';

export const ticketStatuses = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Who looks: enough of a user to decide what he may see. */
export type Viewer = { id: number; profile: Profile; queueIds: readonly number[]; allTicket: boolean };

/** Enough of a ticket to decide who may see it and where it is listed. */
export type Placed = { status: TicketStatus; userId: number | null; queueId: number | null };

/**
 * Admins see every ticket of their company. Others see the tickets of their own queues; a ticket without a queue is seen by
 * whoever it is assigned to and by users with `allTicket`.
 */
export function canSee(viewer: Viewer, ticket: Placed): boolean {
  if (viewer.profile === 'admin') return true;
  if (ticket.queueId === null) return viewer.allTicket || ticket.userId === viewer.id;
  return viewer.queueIds.includes(ticket.queueId);
}

export type TicketFilter = {
  status?: TicketStatus | undefined;
  /** Also tickets of other agents. */
  showAll: boolean;
  queueIds?: readonly number[] | undefined;
  withUnreadMessages?: boolean | undefined;
  tags?: readonly number[] | undefined;
  users?: readonly number[] | undefined;
};

/**
 * Does the ticket belong in the list `filter` describes? The text search is left out: only the server can answer it.
 * Closed and search lists (no status) always show everything visible; the others show the viewer's own and the waiting ones unless `showAll`.
 */
export function ticketBelongs(
  viewer: Viewer,
  filter: TicketFilter,
  ticket: Placed & { unreadMessages: number; tags: readonly { id: number }[] },
): boolean {
  if (!canSee(viewer, ticket)) return false;
  if (filter.status && ticket.status !== filter.status) return false;
  if (filter.status === 'open' && !filter.showAll && ticket.userId !== viewer.id) return false;
  if (filter.queueIds && ticket.queueId !== null && !filter.queueIds.includes(ticket.queueId)) return false;
  if (filter.withUnreadMessages) {
    const mine = ticket.status === 'open' && ticket.userId === viewer.id;
    if (ticket.unreadMessages === 0 || !(mine || ticket.status === 'pending')) return false;
  }
  if (filter.tags?.length && !filter.tags.every((tag) => ticket.tags.some((t) => t.id === tag))) return false;
  if (filter.users?.length && (ticket.userId === null || !filter.users.includes(ticket.userId))) return false;
  return true;
}

/** From which status a ticket may go to which: accept, return, resolve, reopen. */
const moves: Record<TicketStatus, readonly TicketStatus[]> = {
  pending: ['open', 'closed'],
  open: ['pending', 'closed', 'open'],
  closed: ['open', 'pending'],
};

export type Move = {
  status?: TicketStatus | undefined;
  /** `undefined` leaves the agent as he is. */
  userId?: number | null | undefined;
  queueId?: number | null | undefined;
  connectionId?: number | undefined;
  /** What the caller believed the ticket to be; a mismatch is refused. */
  expected?: { status: TicketStatus; userId: number | null } | undefined;
};

/**
 * What the ticket becomes when `move` is asked of it by `by`.
 * Accept: pending to open, assigned. Return: open to pending, agent emptied. Resolve: anything to closed, agent and queue kept.
 * Reopen: closed to open. Transfer: the queue changes; without a chosen agent the ticket waits again.
 */
export function moveTicket(
  ticket: Placed & { connectionId: number | null },
  move: Move,
  by: { id: number; profile: Profile },
): Verdict<Placed & { connectionId: number | null }> {
  if (move.expected && (ticket.status !== move.expected.status || ticket.userId !== move.expected.userId)) {
    return refuse('ERR_TICKET_TAKEN', { status: ticket.status, userId: ticket.userId });
  }
  const queueId = move.queueId === undefined ? ticket.queueId : move.queueId;
  const connectionId = move.connectionId ?? ticket.connectionId;
  const transferred = queueId !== ticket.queueId;
  const status = move.status ?? (transferred && move.userId == null && ticket.status === 'open' ? 'pending' : ticket.status);
  if (status !== ticket.status && !moves[ticket.status].includes(status)) {
    return refuse('ERR_TICKET_CANNOT_MOVE', { from: ticket.status, to: status });
  }
  if (status === 'pending') return accept({ status, userId: null, queueId, connectionId });
  if (status === 'closed') return accept({ status, userId: ticket.userId ?? move.userId ?? null, queueId, connectionId });

  const userId = move.userId === undefined ? (ticket.status === 'open' ? ticket.userId : by.id) : (move.userId ?? by.id);
  // An accept races with other accepts: whoever comes second is told, unless he is an admin taking over on purpose.
  const taken = ticket.status === 'open' && ticket.userId !== null && ticket.userId !== by.id && userId === by.id;
  if (taken && by.profile !== 'admin') return refuse('ERR_TICKET_TAKEN', { status: ticket.status, userId: ticket.userId });
  return accept({ status, userId, queueId, connectionId });
}
