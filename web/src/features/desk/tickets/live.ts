// How news about tickets come into the cache: from the socket, from the replies of our own calls, and from what we predict of them.
// Every list has the same shape, and one rule of the contract says which ticket belongs in which list.
import type { AnswerOf } from '@balcao/contract';
import { ticketBelongs, type Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { refreshSoon } from '../../../platform/refresh-soon.ts';
import type { News } from '../../../platform/socket.ts';
import { choiceKeys, type ListFilter, ticketKeys } from './keys.ts';

export type TicketPages = InfiniteData<AnswerOf<'GET /tickets'>, number>;

/** The newest revision of each ticket that was heard of, also of tickets no list holds any more. */
const heard = new WeakMap<QueryClient, Map<number, number>>();

/** Brings a ticket into every place that shows it. An older copy than the one held changes nothing; the same one changes nothing twice. */
export function applyTicket(cache: QueryClient, viewer: Viewer, ticket: TicketView): void {
  const before = heldTicket(cache, ticket.id);
  if (!isNews(cache, ticket, before)) return;
  cache.setQueriesData<TicketView>({ queryKey: ticketKeys.ones }, (held) => (held?.id === ticket.id ? merged(held, ticket) : held));
  changeLists(cache, (pages, filter) => putInList(pages, ticket, filter, viewer));
  if (!before || isElsewhere(before, ticket)) refreshPlaces(cache, ticket);
}

/** Brings in the reply to a move that was predicted. What was asked for by the prediction may have been answered before the move. */
export function applyMoved(cache: QueryClient, viewer: Viewer, ticket: TicketView): void {
  applyTicket(cache, viewer, ticket);
  refreshPlaces(cache, ticket);
}

/**
 * Shows a ticket as a move will leave it. It counts as newer than all that was heard of the ticket and older than what comes of the move.
 * Answers how to take it back.
 */
export function predictTicket(cache: QueryClient, viewer: Viewer, ticket: TicketView, predicted: Partial<TicketView>): () => void {
  const revision = Math.floor(ticket.revision) + 0.5;
  applyTicket(cache, viewer, { ...ticket, ...predicted, revision });
  return () => applyTicket(cache, viewer, { ...ticket, revision });
}

function refreshPlaces(cache: QueryClient, { contactId }: TicketView): void {
  refreshSoon(cache, ticketKeys.allCounts);
  refreshSoon(cache, ticketKeys.ofContact(contactId));
}

/** Applies one piece of news of the `ticket` channel. */
export function applyTicketNews(cache: QueryClient, viewer: Viewer, news: News<'ticket'>): void {
  switch (news.action) {
    case 'update':
      letStay(cache, news.ticket.id);
      applyTicket(cache, viewer, news.ticket);
      break;
    case 'updateUnread':
      markTicketRead(cache, news.ticketId);
      break;
    case 'delete':
      if (news.moved) letLeave(cache, news.ticketId);
      else removeTicket(cache, news.ticketId, false);
      break;
  }
}

/** Who may still see a ticket that moved is told right after that it left; its row stays, with the focus on it. */
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

/** A ticket left: out of all lists; `moved` ones stay open on screen until the server says whether they may still be seen. */
export function removeTicket(cache: QueryClient, ticketId: number, moved: boolean): void {
  changeLists(cache, (pages) => withoutTicket(pages, ticketId));
  refreshSoon(cache, ticketKeys.allCounts);
  const open = (query: { state: { data?: unknown } }) => (query.state.data as TicketView | undefined)?.id === ticketId;
  if (moved) void cache.invalidateQueries({ queryKey: ticketKeys.ones, predicate: open });
  else void cache.resetQueries({ queryKey: ticketKeys.ones, predicate: open });
}

/** The messages of a ticket were read. It keeps its place, but leaves lists of unread ones. */
export function markTicketRead(cache: QueryClient, ticketId: number): void {
  const read = (ticket: TicketView) => (ticket.id === ticketId && ticket.unreadMessages > 0 ? { ...ticket, unreadMessages: 0 } : ticket);
  cache.setQueriesData<TicketView>({ queryKey: ticketKeys.ones }, (held) => held && read(held));
  changeLists(cache, (pages, filter) => (filter.withUnreadMessages ? withoutTicket(pages, ticketId) : mapTickets(pages, read)));
  refreshSoon(cache, ticketKeys.allCounts);
}

/** The contact of tickets was renamed or got a picture. */
export function applyContact(
  cache: QueryClient,
  contact: Pick<TicketView['contact'], 'id' | 'name' | 'number' | 'email' | 'profilePicUrl' | 'urlPicture'>,
): void {
  const { id, name, number, email, profilePicUrl, urlPicture } = contact;
  const renew = (ticket: TicketView) =>
    ticket.contactId === id ? { ...ticket, contact: { ...ticket.contact, name, number, email, profilePicUrl, urlPicture } } : ticket;
  cache.setQueriesData<TicketView>({ queryKey: ticketKeys.ones }, (held) => held && renew(held));
  changeLists(cache, (pages) => mapTickets(pages, renew));
}

/** A tag was renamed or got another colour. */
export function applyTag(cache: QueryClient, { id, name, color }: TicketView['tags'][number]): void {
  void cache.invalidateQueries({ queryKey: choiceKeys.tags });
  changeTags(cache, (ticket) =>
    ticket.tags.some((tag) => tag.id === id && (tag.name !== name || tag.color !== color))
      ? { ...ticket, tags: ticket.tags.map((tag) => (tag.id === id ? { ...tag, name, color } : tag)) }
      : ticket,
  );
}

/** A tag was removed, and the tickets lost it. */
export function removeTag(cache: QueryClient, tagId: number): void {
  void cache.invalidateQueries({ queryKey: choiceKeys.tags });
  changeTags(cache, (ticket) =>
    ticket.tags.some(({ id }) => id === tagId) ? { ...ticket, tags: ticket.tags.filter(({ id }) => id !== tagId) } : ticket,
  );
}

function changeTags(cache: QueryClient, change: (ticket: TicketView) => TicketView): void {
  cache.setQueriesData<TicketView>({ queryKey: ticketKeys.ones }, (held) => held && change(held));
  changeLists(cache, (pages) => mapTickets(pages, change));
}

/** The copy of a ticket the cache holds, the newest of them. */
export function heldTicket(cache: QueryClient, ticketId: number): TicketView | undefined {
  let newest: TicketView | undefined;
  const consider = (ticket: TicketView | undefined) => {
    if (ticket?.id === ticketId && (!newest || ticket.revision > newest.revision)) newest = ticket;
  };
  for (const [, ticket] of cache.getQueriesData<TicketView>({ queryKey: ticketKeys.ones })) consider(ticket);
  for (const [, pages] of cache.getQueriesData<TicketPages>({ queryKey: ticketKeys.lists })) {
    for (const page of pages?.pages ?? []) for (const ticket of page.tickets) consider(ticket);
  }
  return newest;
}

function isNews(cache: QueryClient, ticket: TicketView, held: TicketView | undefined): boolean {
  const revisions = heard.get(cache) ?? new Map<number, number>();
  heard.set(cache, revisions);
  const known = Math.max(revisions.get(ticket.id) ?? -1, held?.revision ?? -1);
  if (ticket.revision < known) return false;
  revisions.set(ticket.id, ticket.revision);
  return true;
}

function isElsewhere(before: TicketView, after: TicketView): boolean {
  const { status, userId, queueId } = before;
  return (
    status !== after.status ||
    userId !== after.userId ||
    queueId !== after.queueId ||
    before.unreadMessages > 0 !== after.unreadMessages > 0
  );
}

/** News carry a contact without the extra fields; those the detail holds stay. */
function merged(held: TicketView, ticket: TicketView): TicketView {
  const { extraInfo } = held.contact;
  return extraInfo && !ticket.contact.extraInfo ? { ...ticket, contact: { ...ticket.contact, extraInfo } } : ticket;
}

function changeLists(cache: QueryClient, change: (pages: TicketPages, filter: ListFilter) => TicketPages): void {
  for (const [key, pages] of cache.getQueriesData<TicketPages>({ queryKey: ticketKeys.lists })) {
    if (!pages) continue;
    const next = change(pages, key[2] as ListFilter);
    if (next !== pages) cache.setQueryData<TicketPages>(key, next);
  }
}

function putInList(pages: TicketPages, ticket: TicketView, filter: ListFilter, viewer: Viewer): TicketPages {
  const held = pages.pages.some((page) => page.tickets.some(({ id }) => id === ticket.id));
  // Whether a text is found in a ticket only the server knows, so a search keeps what it found and gains nothing.
  const belongs = ticketBelongs(viewer, filter, ticket) && (held || filter.searchParam === '');
  if (!belongs) return withoutTicket(pages, ticket.id);
  return insertByChange(withoutTicket(pages, ticket.id), ticket);
}

function insertByChange(pages: TicketPages, ticket: TicketView): TicketPages {
  const isNewer = (other: TicketView) =>
    ticket.updatedAt > other.updatedAt || (ticket.updatedAt === other.updatedAt && ticket.id > other.id);
  for (const [number, page] of pages.pages.entries()) {
    const at = page.tickets.findIndex(isNewer);
    if (at < 0) continue;
    return withPage(pages, number, [...page.tickets.slice(0, at), ticket, ...page.tickets.slice(at)]);
  }
  const last = pages.pages.length - 1;
  const end = pages.pages[last];
  // Older than all that is loaded: its place is on a page that is not here yet.
  if (!end || end.hasMore) return withPage(pages, 0, pages.pages[0]?.tickets ?? []);
  return withPage(pages, last, [...end.tickets, ticket]);
}

/** A row that slid onto the next page is on two of them. */
function withoutTicket(pages: TicketPages, ticketId: number): TicketPages {
  const isHeld = ({ tickets }: TicketPages['pages'][number]) => tickets.some(({ id }) => id === ticketId);
  if (!pages.pages.some(isHeld)) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      count: Math.max(0, page.count - 1),
      tickets: isHeld(page) ? page.tickets.filter(({ id }) => id !== ticketId) : page.tickets,
    })),
  };
}

/** With one ticket more. */
function withPage(pages: TicketPages, changed: number, tickets: TicketView[]): TicketPages {
  return {
    ...pages,
    pages: pages.pages.map((page, number) => ({
      ...page,
      count: page.count + 1,
      tickets: number === changed ? tickets : page.tickets,
    })),
  };
}

function mapTickets(pages: TicketPages, change: (ticket: TicketView) => TicketView): TicketPages {
  let changed = false;
  const next = pages.pages.map((page) => {
    const tickets = page.tickets.map(change);
    if (tickets.every((ticket, at) => ticket === page.tickets[at])) return page;
    changed = true;
    return { ...page, tickets };
  });
  return changed ? { ...pages, pages: next } : pages;
}
