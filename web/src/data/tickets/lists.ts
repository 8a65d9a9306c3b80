// Which lists a ticket is in, and where. The contract's rule decides whether it belongs; lists are sorted by last change. Pure.
import { ticketBelongs, type Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { ListFilter, TicketPages } from './keys.ts';
import type { Rows } from './rows.ts';

/** The list with the ticket in its place, or without it where it does not belong. `rows` hold the tickets of the list. */
export function placed(pages: TicketPages, filter: ListFilter, ticket: TicketView, viewer: Viewer, rows: Rows): TicketPages {
  const held = pages.pages.some(({ ids }) => ids.includes(ticket.id));
  const ofContact = filter.contactId === undefined || filter.contactId === ticket.contactId;
  // Only the server can search, so a search list keeps what it found and gets no new tickets.
  const found = held || filter.searchParam === '';
  const others = without(pages, ticket.id);
  return ofContact && found && ticketBelongs(viewer, filter, ticket) ? insertByChange(others, ticket, rows) : others;
}

/** The list without a ticket. When tickets shift between pages, the same one can be on two of them. */
export function without(pages: TicketPages, ticketId: number): TicketPages {
  if (!pages.pages.some(({ ids }) => ids.includes(ticketId))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, count: Math.max(0, page.count - 1), ids: page.ids.filter((id) => id !== ticketId) })),
  };
}

function insertByChange(pages: TicketPages, ticket: TicketView, rows: Rows): TicketPages {
  const isOlder = (id: number) => {
    const other = rows[id];
    return other !== undefined && (ticket.updatedAt > other.updatedAt || (ticket.updatedAt === other.updatedAt && ticket.id > id));
  };
  for (const [number, { ids }] of pages.pages.entries()) {
    const at = ids.findIndex(isOlder);
    if (at >= 0) return withOneMore(pages, number, ids.toSpliced(at, 0, ticket.id));
  }
  const last = pages.pages.length - 1;
  const end = pages.pages[last];
  // Older than everything loaded: it belongs on a page that is not loaded yet.
  if (!end || end.hasMore) return withOneMore(pages, 0, pages.pages[0]?.ids ?? []);
  return withOneMore(pages, last, [...end.ids, ticket.id]);
}

function withOneMore(pages: TicketPages, changed: number, ids: number[]): TicketPages {
  return {
    ...pages,
    pages: pages.pages.map((page, number) => ({ ...page, count: page.count + 1, ids: number === changed ? ids : page.ids })),
  };
}
