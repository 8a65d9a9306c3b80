// What a ticket becomes. Each verb has one function here, which answers the whole patch; nothing else decides these columns. The exception:
// a message changes the unread count, and ends the bot's turn when a person wrote it, in the statement that notes it.
import { accept, refuse, type Verdict } from './errors.ts';
import { type Rating, ratingOf } from './rating-rules.ts';
import { canSee, type Placed, type TicketStatus, type Viewer } from './ticket-rules.ts';
import type { Profile } from './user-rules.ts';

/** The columns of a ticket that the verbs below decide. */
export type TicketState = Placed & {
  connectionId: number | null;
  chatbot: boolean;
  /** An assistant answers. */
  useIntegration: boolean;
  /** The assistant that answers, or did until it fell silent. */
  promptId: number | null;
  integrationId: number | null;
  unreadMessages: number;
  closedAt: Date | null;
  /** Until then, a 1, 2 or 3 from the customer is a rating. */
  ratingUntil: Date | null;
  undo: Undo | null;
};

/** The last move by a person, who may take it back for a moment. JSON. */
export type Undo = {
  /** Who moved the ticket. */
  by: number;
  /** Until when they may take it back, ISO 8601. */
  until: string;
  was: Placed &
    Pick<TicketState, 'connectionId' | 'chatbot' | 'useIntegration' | 'promptId' | 'integrationId' | 'unreadMessages'> & {
      closedAt: string | null;
    };
  became: Placed;
};

/**
 * How long a person may take back a move, in ms. What a move tells the customer is told only afterwards. Longer than the button is shown
 * (`undoShownMs`), because the request takes time as well.
 */
export const undoMs = 8_000;
export const undoShownMs = 5_000;

/** What changes. `at` is the ticket's new place in the lists; without it the ticket keeps its place. */
export type TicketPatch = Partial<TicketState> & { at?: Date };

/** What changes in the customer's wait. */
export type WaitPatch = {
  waitingSince?: Date | null;
  beganAt?: Date;
  answeredAt?: Date | null;
  snoozedAt?: Date | null;
  snoozedUntil?: Date | null;
};

export type NewTicket = TicketState & { at: Date };

/** Who acts; null for the product itself. */
export type Mover = { id: number; profile: Profile } | null;

const noBot = { chatbot: false, useIntegration: false, promptId: null, integrationId: null } as const;

/** From which status a ticket may go to which: accept, return, resolve, reopen. */
const moves: Record<TicketStatus, readonly TicketStatus[]> = {
  pending: ['open', 'closed'],
  open: ['pending', 'closed', 'open'],
  closed: ['open', 'pending'],
};

/**
 * A new conversation with a contact: open, assigned to the chosen agent or to the user who begins it. When the product begins one without an
 * agent, it waits. Refuses with ERR_QUEUE_REQUIRED when a user other than an admin chooses no queue.
 */
export function openTicket(
  wanted: { userId?: number | null | undefined; queueId?: number | null | undefined; connectionId: number },
  by: Mover,
  now: Date,
): Verdict<NewTicket> {
  const queueId = wanted.queueId || null;
  if (queueId === null && by !== null && by.profile !== 'admin') return refuse('ERR_QUEUE_REQUIRED');
  const userId = wanted.userId ?? by?.id ?? null;
  return accept(newTicket({ status: userId === null ? 'pending' : 'open', userId, queueId }, wanted.connectionId, now));
}

/** A new ticket for a message. One written on the phone, or imported, needs no agent: its ticket is closed. */
export function startTicket(chat: { connectionId: number; fromMe: boolean; history: boolean; sentAt: Date }, now: Date): NewTicket {
  const at = chat.history ? chat.sentAt : now;
  const status = chat.history || chat.fromMe ? 'closed' : 'pending';
  return newTicket({ status, userId: null, queueId: null }, chat.connectionId, at);
}

function newTicket(placed: Placed, connectionId: number, at: Date): NewTicket {
  return {
    ...placed,
    ...noBot,
    connectionId,
    unreadMessages: 0,
    closedAt: placed.status === 'closed' ? at : null,
    ratingUntil: null,
    undo: null,
    at,
  };
}

export type Move = {
  status?: TicketStatus | undefined;
  /** `undefined` keeps the agent. */
  userId?: number | null | undefined;
  queueId?: number | null | undefined;
  connectionId?: number | undefined;
  /** Without it the bot's turn ends. */
  chatbot?: boolean | undefined;
  useIntegration?: boolean | undefined;
  promptId?: number | null | undefined;
  integrationId?: number | null | undefined;
  /** What the caller believed the ticket to be; a mismatch is refused. */
  expected?: { status: TicketStatus; userId: number | null } | undefined;
};

/**
 * A move by `by`. Accept: pending to open, assigned. Return: open to pending, agent emptied. Resolve: anything to closed, agent
 * and queue kept. Reopen: closed to open. Transfer, without a status: with a chosen agent the ticket is theirs, in its queue or another;
 * without one it waits, where its queue changes or its agent is taken from it. Both also when it was closed. Refuses with ERR_TICKET_CANNOT_MOVE, ERR_TICKET_TAKEN, and ERR_NO_USER_FOUND when the product opens a ticket for
 * nobody.
 */
export function moveTicket(ticket: TicketState, move: Move, by: Mover, now: Date): Verdict<TicketPatch> {
  const verdict = placeAfter(ticket, move, by);
  if (!verdict.ok) return verdict;
  const placed = verdict.value;
  const isRead = by !== null && placed.userId === by.id;
  const connectionId = move.connectionId ?? ticket.connectionId;
  // A request that comes twice moves nothing the second time, and leaves the first to be undone.
  const stays = isAt(ticket, placed) && connectionId === ticket.connectionId;
  const until = new Date(now.getTime() + undoMs).toISOString();
  const patch = {
    ...placed,
    connectionId,
    unreadMessages: isRead ? 0 : ticket.unreadMessages,
    ...(stays ? {} : { undo: by && { by: by.id, until, was: stateOf(ticket), became: placed } }),
    at: now,
  };
  if (placed.status === 'closed') {
    return accept({ ...patch, ...noBot, closedAt: ticket.status === 'closed' ? (ticket.closedAt ?? now) : now });
  }
  return accept({
    ...patch,
    ...assistantAfter(ticket, move, placed, by),
    chatbot: move.chatbot ?? false,
    closedAt: null,
    ratingUntil: null,
  });
}

/**
 * The assistant after a move. It falls silent when an agent has the ticket. In another queue that a person chose, it is as if none had
 * answered: that queue's own may.
 */
function assistantAfter(
  ticket: TicketState,
  move: Move,
  placed: Placed,
  by: Mover,
): Pick<TicketState, 'useIntegration' | 'promptId' | 'integrationId'> {
  const forgotten = by !== null && placed.status === 'pending' && placed.queueId !== ticket.queueId;
  const kept = forgotten ? noBot : ticket;
  return {
    useIntegration: placed.status === 'pending' && (move.useIntegration ?? kept.useIntegration),
    promptId: move.promptId === undefined ? kept.promptId : move.promptId,
    integrationId: move.integrationId === undefined ? kept.integrationId : move.integrationId,
  };
}

function stateOf(ticket: TicketState): Undo['was'] {
  const { status, userId, queueId, connectionId, chatbot, useIntegration, promptId, integrationId, unreadMessages, closedAt } = ticket;
  return {
    ...{ status, userId, queueId, connectionId, chatbot, useIntegration, promptId, integrationId, unreadMessages },
    closedAt: closedAt?.toISOString() ?? null,
  };
}

/**
 * `by` takes back their last move: the ticket is as it was. Refuses with ERR_TICKET_TAKEN when somebody else moved the ticket since, and
 * with ERR_UNDO_TOO_LATE after `undoMs`.
 */
export function undoMove(ticket: TicketState, by: Mover, now: Date): Verdict<TicketPatch & Placed> {
  const { undo } = ticket;
  if (undo === null || undo.by !== by?.id || !isAt(ticket, undo.became)) return taken(ticket);
  if (new Date(undo.until) <= now) return refuse('ERR_UNDO_TOO_LATE');
  const { was } = undo;
  return accept({
    ...was,
    // What the customer has written since is unread too.
    unreadMessages: Math.max(was.unreadMessages, ticket.unreadMessages),
    closedAt: was.closedAt === null ? null : new Date(was.closedAt),
    ratingUntil: null,
    undo: null,
    at: now,
  });
}

/** Has it the status, agent and queue of this place? */
export function isAt(ticket: Placed, place: Placed): boolean {
  return ticket.status === place.status && ticket.userId === place.userId && ticket.queueId === place.queueId;
}

function placeAfter(ticket: Placed, move: Move, by: Mover): Verdict<Placed> {
  if (move.expected && (ticket.status !== move.expected.status || ticket.userId !== move.expected.userId)) return taken(ticket);
  const queueId = move.queueId === undefined ? ticket.queueId : move.queueId;
  const status = move.status ?? statusGiven(ticket, move.userId, queueId !== ticket.queueId);
  if (status !== ticket.status && !moves[ticket.status].includes(status)) {
    return refuse('ERR_TICKET_CANNOT_MOVE', { from: ticket.status, to: status });
  }
  if (status === 'pending') return accept({ status, userId: null, queueId });
  if (status === 'closed') return accept({ status, userId: ticket.userId ?? move.userId ?? null, queueId });

  const kept = move.userId === undefined && ticket.status === 'open' ? ticket.userId : null;
  const userId = kept ?? move.userId ?? by?.id ?? null;
  if (userId === null) return refuse('ERR_NO_USER_FOUND');
  // Two agents may accept at once: the second one is refused, unless it is an admin, who takes over on purpose.
  const isRace = ticket.status === 'open' && ticket.userId !== null && ticket.userId !== userId && userId === by?.id;
  return isRace && by?.profile !== 'admin' ? taken(ticket) : accept({ status, userId, queueId });
}

/** What a ticket is after it was given to somebody or to a queue, where nobody says so. */
function statusGiven(ticket: Placed, userId: Move['userId'], toOtherQueue: boolean): TicketStatus {
  if (userId != null) return 'open';
  return toOtherQueue || (userId === null && ticket.status === 'open') ? 'pending' : ticket.status;
}

function taken({ status, userId }: Placed) {
  return refuse('ERR_TICKET_TAKEN', { status, userId });
}

/** May this agent be assigned such a ticket? Refuses with ERR_USER_NOT_IN_QUEUE an agent who could not see it. */
export function mayAttend<U extends Viewer>(agent: U, placed: Placed): Verdict<U> {
  return canSee(agent, placed) ? accept(agent) : refuse('ERR_USER_NOT_IN_QUEUE', { userId: agent.id, queueId: placed.queueId });
}

/** Does a message go into the latest ticket of its chat, as it is? Messages written on the phone, and imported ones, never reopen it. */
export function takesMessage(latest: Placed, message: { fromMe: boolean; history: boolean }): boolean {
  return latest.status !== 'closed' || message.fromMe || message.history;
}

/** The rating in a customer's text, while a closed ticket waits for one; null when it is an ordinary message. */
export function ratingGiven({ status, ratingUntil }: TicketState, text: string, now: Date): Rating | null {
  return status === 'closed' && ratingUntil !== null && ratingUntil > now ? ratingOf(text) : null;
}

/** The customer was asked for a rating. Only closed tickets wait for one. */
export function waitForRating({ status }: TicketState, until: Date): TicketPatch {
  return status === 'closed' ? { ratingUntil: until } : {};
}

/** The rating arrived; the ticket stays closed. */
export function endRating(): TicketPatch {
  return { ratingUntil: null };
}

/** Does a customer's message reopen this closed ticket, rather than start a new one? `minutes` 0 means never. */
export function reopens({ closedAt }: Pick<TicketState, 'closedAt'>, minutes: number, now: Date): boolean {
  return closedAt !== null && minutes > 0 && now.getTime() - closedAt.getTime() <= minutes * 60_000;
}

/** The customer of a closed ticket wrote again: it waits in its queue, or without one when that was deleted. */
export function reopenByMessage(queueId: number | null, now: Date): TicketPatch {
  return { ...waiting(queueId), at: now };
}

/** A ticket of imported messages begins to wait and keeps its place in the lists. */
export function wakeFromHistory({ queueId }: Placed): TicketPatch {
  return waiting(queueId);
}

function waiting(queueId: number | null) {
  return { status: 'pending', userId: null, queueId, closedAt: null, ratingUntil: null } as const;
}

/** `by` has looked at a ticket. Null unless they are its agent: for others, looking changes nothing. */
export function readTicket(ticket: TicketState, by: Mover): TicketPatch | null {
  return by !== null && ticket.status === 'open' && ticket.userId === by.id ? { unreadMessages: 0 } : null;
}

/** A merge brings two active tickets into one chat: the newer one is closed. It keeps its agent and queue for a later split. */
export function closeOnMerge(now: Date): TicketPatch {
  return { ...noBot, status: 'closed', closedAt: now, unreadMessages: 0, at: now };
}

/** The older one goes on, with the unread messages of both. */
export function goOnAfterMerge(older: TicketState, newer: TicketState): TicketPatch {
  return { unreadMessages: older.unreadMessages + newer.unreadMessages };
}

/**
 * A split reopens the ticket that the merge closed, as it was before. `still`: its queue and agent, null if deleted since; without an agent
 * the ticket waits.
 */
export function reopenOnSplit(was: Placed, still: { queueId: number | null; userId: number | null }, now: Date): TicketPatch & Placed {
  const { queueId, userId } = still;
  if (was.status !== 'open' || userId === null) return { ...waiting(queueId), at: now };
  return { ...waiting(queueId), status: 'open', userId, at: now };
}
