// How a list that is ordered by waits is divided. Pure.
import type { TicketOrder } from '@balcao/contract/ticket-list-rules';
import type { TicketView } from '@balcao/contract/tickets';

/** In the order in which they stand. `rest`: who waits longest first. */
export const groups = ['pinned', 'urgent', 'rest'] as const;
export type Group = (typeof groups)[number];

/** Lists in other orders are not divided. */
export function isDivided(order: TicketOrder): boolean {
  return order === 'waiting' || order === 'priority';
}

export function groupOf(ticket: Pick<TicketView, 'priority'>, pinned: boolean, order: TicketOrder): Group {
  if (pinned) return 'pinned';
  return order === 'priority' && ticket.priority ? 'urgent' : 'rest';
}

/** Before which rows a group begins. A row that is kept in its place for the moment, behind those of later groups, begins none. */
export function groupHeads(groupsOfRows: readonly Group[]): Map<number, Group> {
  const heads = new Map<number, Group>();
  let last = -1;
  for (const [at, group] of groupsOfRows.entries()) {
    const rank = groups.indexOf(group);
    if (rank > last) heads.set(at, group);
    last = Math.max(last, rank);
  }
  return heads;
}
