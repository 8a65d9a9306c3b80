// Who sees a ticket, in which list it belongs, and who may write in it. Pure, and shared: the server decides by it, the browser predicts
// by it. What a ticket becomes is in `ticket-move-rules.ts`.
import { accept, refuse, type Verdict } from './errors.ts';
import type { Profile } from './user-rules.ts';

export const ticketStatuses = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** What conversations tell of their tickets. */
export const ticketMoveKinds = [
  'accepted',
  'returned',
  'transferred',
  'assigned',
  'tagged',
  'closed',
  'reopened',
  'rated',
  'botBegan',
  'botEnded',
  'assistantFailed',
  'assistantSilent',
] as const;
export type TicketMoveKind = (typeof ticketMoveKinds)[number];

/** A user, as far as it decides what they may see. */
export type Viewer = { id: number; profile: Profile; queueIds: readonly number[]; allTicket: boolean };

/** A ticket, as far as it decides who may see it and where it is listed. */
export type Placed = { status: TicketStatus; userId: number | null; queueId: number | null };

/**
 * Admins see every ticket of their company. Others see the tickets of their own queues; a ticket without a queue is seen by
 * its agent and by users with `allTicket`.
 */
export function canSee(viewer: Viewer, ticket: Placed): boolean {
  if (viewer.profile === 'admin') return true;
  if (ticket.queueId === null) return viewer.allTicket || ticket.userId === viewer.id;
  return viewer.queueIds.includes(ticket.queueId);
}

/** May they read the conversation? A waiting ticket must be accepted first; only admins look into it without. */
export function mayRead(viewer: Viewer, ticket: Placed): boolean {
  return canSee(viewer, ticket) && (ticket.status !== 'pending' || viewer.profile === 'admin');
}

/** Counting tickets stops here; nobody needs a larger number. */
export const ticketCountMax = 1000;

/** Among the queues that a list is filtered by: the tickets in no queue. */
export const noQueue = 0;

export type TicketFilter = {
  status?: TicketStatus | undefined;
  /** Also tickets of other agents. */
  showAll: boolean;
  /** Only tickets in one of these queues; `noQueue`: also those in none. */
  queueIds?: readonly number[] | undefined;
  /** Only the viewer's own unread tickets, and unread waiting ones for users with `allTicket`. */
  withUnreadMessages?: boolean | undefined;
  tags?: readonly number[] | undefined;
  users?: readonly number[] | undefined;
  /** Only pending and open tickets. */
  active?: boolean | undefined;
  /** Only tickets in this lane of the kanban board; null: in none. */
  lane?: number | null | undefined;
  /** True: only snoozed tickets; false: none of them. */
  snoozed?: boolean | undefined;
  /** True: only while the bot has its turn; false: not then. */
  chatbot?: boolean | undefined;
  /** Only tickets with unread messages, whoever has them. */
  unread?: boolean | undefined;
  /** Only tickets without a tag. */
  untagged?: boolean | undefined;
  /** Only tickets marked as urgent. */
  priority?: boolean | undefined;
};

/** What only the server knows of a ticket, so the browser cannot tell whether it belongs. */
export type ServerFilter = { hasFile?: boolean | undefined; from?: string | undefined; to?: string | undefined };

/** The lane of the board that a ticket is in: its tag that is one; null if it has none. */
export function laneOf(tags: readonly { id: number; kanban: 0 | 1 }[]): number | null {
  const lanes = tags.filter(({ kanban }) => kanban === 1).map(({ id }) => id);
  return lanes.length > 0 ? Math.min(...lanes) : null;
}

/**
 * Does the ticket belong in the list `filter` describes? The text search is left out: only the server can answer it.
 * Closed and search lists (no status) always show everything visible; the others show the viewer's own and the waiting ones unless `showAll`.
 */
export function ticketBelongs(
  viewer: Viewer,
  filter: TicketFilter,
  ticket: Placed & {
    unreadMessages: number;
    tags: readonly { id: number; kanban: 0 | 1 }[];
    snoozedAt?: string | null;
    chatbot?: boolean;
    priority?: boolean;
  },
): boolean {
  if (!canSee(viewer, ticket)) return false;
  if (filter.status && ticket.status !== filter.status) return false;
  if (filter.active && ticket.status === 'closed') return false;
  if (filter.lane !== undefined && laneOf(ticket.tags) !== filter.lane) return false;
  if (filter.snoozed !== undefined && Boolean(ticket.snoozedAt) !== filter.snoozed) return false;
  if (filter.chatbot !== undefined && Boolean(ticket.chatbot) !== filter.chatbot) return false;
  if (filter.unread && ticket.unreadMessages === 0) return false;
  if (filter.untagged && ticket.tags.length > 0) return false;
  if (filter.priority && !ticket.priority) return false;
  if (filter.status === 'open' && !filter.showAll && ticket.userId !== viewer.id) return false;
  if (filter.queueIds && !filter.queueIds.includes(ticket.queueId ?? noQueue)) return false;
  if (filter.withUnreadMessages) {
    const mine = ticket.status === 'open' && ticket.userId === viewer.id;
    if (ticket.unreadMessages === 0 || !(mine || (ticket.status === 'pending' && viewer.allTicket))) return false;
  }
  if (filter.tags?.length && !filter.tags.every((tag) => ticket.tags.some((t) => t.id === tag))) return false;
  if (filter.users?.length && (ticket.userId === null || !filter.users.includes(ticket.userId))) return false;
  return true;
}

/** A ticket, as far as it decides whether one may write in it. `C` is what the caller knows of the connection. */
export type Writable<C> = {
  status: TicketStatus;
  /** Null when the connection was deleted. */
  connection: C | null;
  /** Until when the channel accepts free text; null if it always does. */
  windowClosesAt: Date | null;
  /** The company blocked the contact. */
  blocked: boolean;
};

/** May a person write in this ticket? Answers with the connection. Refuses with ERR_TICKET_CLOSED, and as `mayReach`. */
export function mayWrite<C>(ticket: Writable<C>, now: Date): Verdict<C> {
  return ticket.status === 'closed' ? refuse('ERR_TICKET_CLOSED') : mayReach(ticket, now);
}

/**
 * Can the customer of this ticket be sent free text, whatever its status? Answers with the connection. Refuses with
 * ERR_CONTACT_BLOCKED, with ERR_WAPP_NOT_INITIALIZED when the connection was deleted, and with ERR_WINDOW_CLOSED and `since` when the window is shut.
 */
export function mayReach<C>({ connection, windowClosesAt, blocked }: Omit<Writable<C>, 'status'>, now: Date): Verdict<C> {
  if (blocked) return refuse('ERR_CONTACT_BLOCKED');
  if (connection === null) return refuse('ERR_WAPP_NOT_INITIALIZED');
  if (windowClosesAt !== null && windowClosesAt <= now) return refuse('ERR_WINDOW_CLOSED', { since: windowClosesAt.toISOString() });
  return accept(connection);
}

/** The longest time for which a ticket may be set aside, in ms: a year, also one of 366 days. */
const snoozeMaxMs = 366 * 86_400_000;

/** Is this a moment until which a ticket may be set aside: neither past nor more than a year away? */
export function isSnoozeTime(until: Date, now: Date): boolean {
  const inMs = until.getTime() - now.getTime();
  return inMs > 0 && inMs <= snoozeMaxMs;
}

/** May a ticket be set aside until then, or until the customer writes (null)? Refuses with ERR_TICKET_CLOSED, and as `isSnoozeTime` with ERR_SNOOZE_TIME. */
export function maySnooze({ status }: Pick<Placed, 'status'>, until: Date | null, now: Date): Verdict<null> {
  if (status === 'closed') return refuse('ERR_TICKET_CLOSED');
  return until === null || isSnoozeTime(until, now) ? accept(null) : refuse('ERR_SNOOZE_TIME');
}
