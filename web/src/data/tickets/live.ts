// How news about tickets come into the cache: from the socket, from the replies of our own calls, and from what we predict of them.
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { SessionUser } from '@balcao/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { countsAfter } from './counts.ts';
import { type CountFilter, type ListFilter, type TicketCounts, type TicketPages, ticketKeys } from './keys.ts';
import { placed, without } from './lists.ts';
import { pinnedIn, withMark } from './marks.ts';
import { changeTickets, forgetTicket, forgetUnused, type Heard, keepGone, keepNews, keepRead, lastHeard, rowsOf } from './rows.ts';

export const ticketsLive: Live = {
  ticket: (cache, news, me) => applyTicketNews(cache, viewerOf(me), news),
  'ticket-mark': (cache, { mark }, me) => applyMark(cache, viewerOf(me), mark),
  company: (cache) => refreshSoon(cache, ticketKeys.promises),
  settings: (cache) => refreshSoon(cache, ticketKeys.promises),
  'ticket-move': (cache, { ticketId }) => refreshSoon(cache, ticketKeys.moves(ticketId)),
  appMessage: (cache, { ticket }, me) => applyTicket(cache, viewerOf(me), ticket),
  history: (cache) => refreshSoon(cache, ticketKeys.lists),
  contact: (cache, news) => {
    if (news.action !== 'delete') applyContact(cache, news.contact);
  },
  tag: (cache, news) => {
    if (news.action === 'delete') removeTag(cache, news.tagId);
    else applyTag(cache, news.tag);
  },
  user: (cache, news) => {
    if ('user' in news) applyUser(cache, news.user);
  },
  queue: (cache, news) => {
    refreshSoon(cache, ticketKeys.promises);
    // When a queue is deleted, other people see its tickets.
    if (news.action === 'delete') refreshTickets(cache);
    else applyQueue(cache, news.queue);
  },
  whatsapp: (cache, news) => {
    refreshSoon(cache, ticketKeys.promises);
    if (news.action === 'delete') refreshTickets(cache);
    else applyConnection(cache, news.whatsapp);
  },
};

/** The signed-in user, as the rules of tickets look at people. */
export function viewerOf(user: SessionUser): Viewer {
  return { id: user.id, profile: user.profile, queueIds: user.queues.map(({ id }) => id), allTicket: user.allTicket === 'enabled' };
}

/** The counts are on every page: each refresh is a request of every browser. */
const countsPauseMs = 1000;

/** Puts a ticket into every place that shows it. A copy older than ours changes nothing; applying the same one twice changes nothing either. */
export function applyTicket(cache: QueryClient, viewer: Viewer, ticket: TicketView): void {
  const before = lastHeard(cache, ticket.id);
  const row = rowsOf(cache)[ticket.id];
  if (!keepNews(cache, ticket)) return;
  // An answer may name no more of a ticket than what it refused it for.
  const kept = rowsOf(cache)[ticket.id] ?? ticket;
  place(cache, viewer, kept);
  if (before?.gone || (row && row.contactId !== kept.contactId))
    void import('../names-live.ts').then(({ refreshConversation }) => refreshConversation(cache, ticket.id));
  if (!row || before?.gone || chipsDiffer(row, kept)) refreshSoon(cache, ticketKeys.allChips, chipsPauseMs);
  // An answer moves the ticket nowhere, but its customer waits no more.
  refreshSoon(cache, ticketKeys.workload, countsPauseMs);
  recountLanes(cache);
  forgetUnused(cache);
  if (before && !before.gone && !isElsewhere(before, ticket)) return;
  if (before && !before.gone) moveCounts(cache, viewer, before, ticket);
  refreshSoon(cache, ticketKeys.allCounts, countsPauseMs);
  refreshSoon(cache, ticketKeys.allMoves);
}

function place(cache: QueryClient, viewer: Viewer, ticket: TicketView): void {
  const [rows, pinned] = [rowsOf(cache), pinnedIn(cache)];
  changeLists(cache, (pages, filter) => placed(pages, filter, ticket, viewer, rows, pinned));
}

/** They are in sight beside the list, but nobody waits for them. */
const chipsPauseMs = 3000;

/** Do the filters of a list count the ticket otherwise now? */
function chipsDiffer(before: TicketView, after: TicketView): boolean {
  const counted = ({ status, queueId, userId, unreadMessages, chatbot, snoozedAt, priority, tags }: TicketView) =>
    [status, queueId, userId, unreadMessages > 0, chatbot, snoozedAt !== null, priority, tags.length > 0].join();
  return counted(before) !== counted(after);
}

/** The person pinned, muted or marked a ticket, here or on another device. */
export function applyMark(cache: QueryClient, viewer: Viewer, mark: TicketMark): void {
  changeHeld<readonly TicketMark[]>(cache, ticketKeys.marks, (marks) => withMark(marks, mark));
  const ticket = rowsOf(cache)[mark.ticketId];
  if (ticket) place(cache, viewer, ticket);
}

/** Applies the reply to a predicted move. Asks again for what may have been read between the prediction and the move. */
export function applyMoved(cache: QueryClient, viewer: Viewer, ticket: TicketView): void {
  applyTicket(cache, viewer, ticket);
  refreshSoon(cache, ticketKeys.allCounts, countsPauseMs);
  refreshSoon(cache, ticketKeys.allMoves);
}

/**
 * Shows a ticket as a move will leave it. The prediction counts as newer than everything known of the ticket, and older than the reply.
 * Answers a function that undoes it.
 */
export function predictTicket(cache: QueryClient, viewer: Viewer, ticket: TicketView, predicted: Partial<TicketView>): () => void {
  const revision = Math.floor(ticket.revision) + 0.5;
  applyTicket(cache, viewer, { ...ticket, ...predicted, revision });
  return () => applyTicket(cache, viewer, { ...ticket, revision });
}

/** Applies one piece of news of the `ticket` channel. */
export function applyTicketNews(cache: QueryClient, viewer: Viewer, news: News<'ticket'>): void {
  switch (news.action) {
    case 'update':
      letStay(cache, news.ticket.id);
      applyTicket(cache, viewer, news.ticket);
      break;
    case 'updateUnread':
      markTicketRead(cache, viewer, news.ticketId);
      break;
    case 'delete':
      if (news.moved) letLeave(cache, news.ticketId);
      else removeTicket(cache, news.ticketId, false);
      break;
  }
}

/** When a ticket moves, an `update` follows the `delete` for people who may still see it. Until then its row stays, with its focus. */
const leavingMs = 150;
const leaving = new WeakMap<QueryClient, Map<number, number>>();

function letLeave(cache: QueryClient, ticketId: number): void {
  letStay(cache, ticketId);
  const timers = leaving.get(cache) ?? new Map<number, number>();
  leaving.set(cache, timers);
  timers.set(
    ticketId,
    window.setTimeout(() => {
      timers.delete(ticketId);
      removeTicket(cache, ticketId, true);
    }, leavingMs),
  );
}

function letStay(cache: QueryClient, ticketId: number): void {
  window.clearTimeout(leaving.get(cache)?.get(ticketId));
  leaving.get(cache)?.delete(ticketId);
}

/** Removes a ticket from all lists. If it `moved` and is open on screen, it stays until the server says whether the person may still see it. */
export function removeTicket(cache: QueryClient, ticketId: number, moved: boolean): void {
  changeLists(cache, (pages) => without(pages, ticketId));
  keepGone(cache, ticketId);
  refreshSoon(cache, ticketKeys.allCounts, countsPauseMs);
  refreshSoon(cache, ticketKeys.allChips, chipsPauseMs);
  const detail = { queryKey: ticketKeys.ones, predicate: (query: { state: { data?: unknown } }) => query.state.data === ticketId };
  if (moved) {
    void cache.invalidateQueries(detail);
    forgetUnused(cache);
  } else {
    forgetTicket(cache, ticketId);
    void cache.resetQueries(detail);
  }
}

/** The messages of a ticket were read. It keeps its place, but leaves lists of unread ones. */
export function markTicketRead(cache: QueryClient, viewer: Viewer, ticketId: number): void {
  const before = lastHeard(cache, ticketId);
  if (before && !before.gone) moveCounts(cache, viewer, before, { ...before, unreadMessages: 0 });
  keepRead(cache, ticketId);
  changeLists(cache, (pages, filter) => (filter.withUnreadMessages || filter.unread ? without(pages, ticketId) : pages));
  refreshSoon(cache, ticketKeys.allChips, chipsPauseMs);
  refreshSoon(cache, ticketKeys.allCounts, countsPauseMs);
}

/** The contact of tickets was renamed or got a picture. */
export function applyContact(cache: QueryClient, contact: Omit<TicketView['contact'], 'extraInfo'>): void {
  const { id, name, number, email, profilePicUrl, urlPicture, blocked } = contact;
  changeTickets(cache, (ticket) =>
    ticket.contactId === id
      ? { ...ticket, contact: { ...ticket.contact, name, number, email, profilePicUrl, urlPicture, blocked } }
      : ticket,
  );
}

/** A tag was renamed, got another colour, became a lane of the board or ceased to be one. */
export function applyTag(cache: QueryClient, { id, name, color, kanban }: TicketView['tags'][number]): void {
  let otherLanes = false;
  changeTickets(cache, (ticket) => {
    const held = ticket.tags.find((tag) => tag.id === id);
    if (!held || (held.name === name && held.color === color && held.kanban === kanban)) return ticket;
    otherLanes ||= held.kanban !== kanban;
    return { ...ticket, tags: ticket.tags.map((tag) => (tag.id === id ? { id, name, color, kanban } : tag)) };
  });
  // Tickets may be in another lane now, and some lost the tag.
  if (otherLanes) refreshTickets(cache);
}

/** A tag was removed, and the tickets lost it. */
export function removeTag(cache: QueryClient, tagId: number): void {
  refreshSoon(cache, ticketKeys.allChips, chipsPauseMs);
  changeTickets(cache, (ticket) =>
    ticket.tags.some(({ id }) => id === tagId) ? { ...ticket, tags: ticket.tags.filter(({ id }) => id !== tagId) } : ticket,
  );
  refreshLanes(cache);
}

/** Asks again for the lanes of the board. */
export function refreshLanes(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ticketKeys.lists, predicate: ({ queryKey }) => (queryKey[2] as ListFilter).lane !== undefined });
}

/** A user was renamed. */
export function applyUser(cache: QueryClient, { id, name }: NonNullable<TicketView['user']>): void {
  changeTickets(cache, (ticket) => (ticket.user?.id === id && ticket.user.name !== name ? { ...ticket, user: { id, name } } : ticket));
}

/** A queue was renamed or got another colour. */
export function applyQueue(cache: QueryClient, { id, name, color }: NonNullable<TicketView['queue']>): void {
  changeTickets(cache, (ticket) =>
    ticket.queue?.id === id && (ticket.queue.name !== name || ticket.queue.color !== color)
      ? { ...ticket, queue: { id, name, color } }
      : ticket,
  );
}

/** A connection was renamed, came up or went down. Another channel has other rules for writing, so its tickets are asked for again. */
export function applyConnection(cache: QueryClient, { id, name, channel, status }: NonNullable<TicketView['whatsapp']>): void {
  let switched = false;
  changeTickets(cache, (ticket) => {
    const held = ticket.whatsapp;
    if (held?.id !== id || (held.name === name && held.channel === channel && held.status === status)) return ticket;
    switched ||= held.channel !== channel;
    return { ...ticket, whatsapp: { id, name, channel, status } };
  });
  if (switched) refreshTickets(cache);
}

/** Asks again for all tickets, after a change that reaches many of them at once: contacts were merged or split, a queue is gone. */
export function refreshTickets(cache: QueryClient): void {
  for (const queryKey of [ticketKeys.lists, ticketKeys.ones]) void cache.invalidateQueries({ queryKey });
}

function isElsewhere(before: Heard, { status, userId, queueId, unreadMessages, snoozedAt, chatbot, useIntegration }: Heard): boolean {
  return (
    status !== before.status ||
    userId !== before.userId ||
    queueId !== before.queueId ||
    unreadMessages > 0 !== before.unreadMessages > 0 ||
    (snoozedAt === null) !== (before.snoozedAt === null) ||
    chatbot !== before.chatbot ||
    useIntegration !== before.useIntegration
  );
}

/** The number of a lane that is not loaded to its end is a guess after a change: the ticket may have been on a page that is not loaded. */
function recountLanes(cache: QueryClient): void {
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: ticketKeys.lists, type: 'active' })) {
    const pages = (state.data as TicketPages | undefined)?.pages;
    if ((queryKey[2] as ListFilter).lane !== undefined && pages?.at(-1)?.hasMore) refreshSoon(cache, queryKey, countsPauseMs);
  }
}

/** At once, as far as it is known where the ticket was. They are asked for again soon after, since others may have moved more. */
function moveCounts(cache: QueryClient, viewer: Viewer, before: Heard, after: Heard): void {
  changeHeld<TicketCounts>(cache, ticketKeys.allCounts, (counts, key) => countsAfter(counts, key[2] as CountFilter, viewer, before, after));
}

function changeLists(cache: QueryClient, change: (pages: TicketPages, filter: ListFilter) => TicketPages): void {
  changeHeld<TicketPages>(cache, ticketKeys.lists, (pages, key) => change(pages, key[2] as ListFilter));
}
