// Which lists a ticket is in, and where. The contract's rules decide whether it belongs, and in which order a list is. Pure.
import { compareTickets, orderOf } from '@balcao/contract/ticket-list-rules';
import { ticketBelongs, type Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import type { ListFilter, TicketPages } from './keys.ts';
import type { Rows } from './rows.ts';

/**
 * The list with the ticket in its place, or without it where it does not belong. `rows` hold the tickets of the list. In lists of active
 * tickets those that are `pinned` come first.
 */
export function placed(
  pages: TicketPages,
  filter: ListFilter,
  ticket: TicketView,
  viewer: Viewer,
  rows: Rows,
  pinned: ReadonlySet<number>,
): TicketPages {
  const held = pages.pages.some(({ ids }) => ids.includes(ticket.id));
  const ofContact = filter.contactId === undefined || filter.contactId === ticket.contactId;
  // Only the server can search, so a search list keeps what it found and gets no new tickets.
  const searched = filter.searchParam !== '' || filter.hasFile || filter.from !== undefined || filter.to !== undefined;
  const found = held || !searched;
  const others = without(pages, ticket.id);
  return ofContact && found && ticketBelongs(viewer, filter, ticket)
    ? insertInOrder(others, ticket, rows, inOrder(filter, pinned))
    : others;
}

/** The list without a ticket. When tickets shift between pages, the same one can be on two of them. */
export function without(pages: TicketPages, ticketId: number): TicketPages {
  if (!pages.pages.some(({ ids }) => ids.includes(ticketId))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, count: Math.max(0, page.count - 1), ids: page.ids.filter((id) => id !== ticketId) })),
  };
}

type Compare = ReturnType<typeof compareTickets>;

function inOrder(filter: ListFilter, pinned: ReadonlySet<number>): Compare {
  const isActive = filter.status === 'pending' || filter.status === 'open';
  return compareTickets(orderOf(filter), isActive ? pinned : new Set());
}

function insertInOrder(pages: TicketPages, ticket: TicketView, rows: Rows, compare: Compare): TicketPages {
  const comesAfter = (id: number) => {
    const other = rows[id];
    return other !== undefined && compare(ticket, other) < 0;
  };
  for (const [number, { ids }] of pages.pages.entries()) {
    const at = ids.findIndex(comesAfter);
    if (at >= 0) return withOneMore(pages, number, ids.toSpliced(at, 0, ticket.id));
  }
  const last = pages.pages.length - 1;
  const end = pages.pages[last];
  // After everything that is loaded: it belongs on a page that is not loaded yet.
  if (!end || end.hasMore) return withOneMore(pages, 0, pages.pages[0]?.ids ?? []);
  return withOneMore(pages, last, [...end.ids, ticket.id]);
}

function withOneMore(pages: TicketPages, changed: number, ids: number[]): TicketPages {
  return {
    ...pages,
    pages: pages.pages.map((page, number) => ({ ...page, count: page.count + 1, ids: number === changed ? ids : page.ids })),
  };
}
