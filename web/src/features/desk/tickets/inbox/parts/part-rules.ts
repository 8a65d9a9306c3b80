// How a list that is ordered by waits is divided. Pure.
import type { TicketOrder } from '@balcao/contract/ticket-list-rules';
import type { TicketView } from '@balcao/contract/tickets';

/** In the order in which they stand. `rest`: who waits longest first. */
export const parts = ['pinned', 'urgent', 'rest'] as const;
export type ListPart = (typeof parts)[number];

/** Lists in other orders are not divided. */
export function isDivided(order: TicketOrder): boolean {
  return order === 'waiting' || order === 'priority';
}

export function partOf(ticket: Pick<TicketView, 'priority'>, pinned: boolean, order: TicketOrder): ListPart {
  if (pinned) return 'pinned';
  return order === 'priority' && ticket.priority ? 'urgent' : 'rest';
}

/** Before which rows a part begins. A row that is kept in its place for the moment, behind those of later parts, begins none. */
export function partHeads(partsOfRows: readonly ListPart[]): Map<number, ListPart> {
  const heads = new Map<number, ListPart>();
  let last = -1;
  for (const [at, part] of partsOfRows.entries()) {
    const rank = parts.indexOf(part);
    if (rank > last) heads.set(at, part);
    last = Math.max(last, rank);
  }
  return heads;
}
