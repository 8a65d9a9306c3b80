// In which order a list of tickets is. Pure, and shared: the server sorts by it, the browser puts what it hears in its place by it.
import type { TicketStatus } from './ticket-rules.ts';

/** `waiting`: who waits longest for an answer first. `priority`: what is marked as urgent first, then who waits longest. */
export const ticketOrders = ['newest', 'oldest', 'waiting', 'priority'] as const;
export type TicketOrder = (typeof ticketOrders)[number];

/** How many tickets a person may pin, and how many they may mute or mark as unread. */
export const pinsMax = 50;
export const marksMax = 500;

/** The order a list has: nobody waits in closed tickets, and a search goes by time. */
export function orderOf({ status, order = 'newest' }: { status?: TicketStatus | undefined; order?: TicketOrder | undefined }): TicketOrder {
  const active = status === 'pending' || status === 'open';
  return active || order === 'oldest' ? order : 'newest';
}

export type Sortable = { id: number; updatedAt: string; waitingSince: string | null; priority: boolean };

/** Less than 0 if `a` comes before `b`. `pinned` come first. No two tickets are equal. */
export function compareTickets(order: TicketOrder, pinned: ReadonlySet<number>): (a: Sortable, b: Sortable) => number {
  const byPin = (a: Sortable, b: Sortable) => Number(pinned.has(b.id)) - Number(pinned.has(a.id));
  return (a, b) => byPin(a, b) || comparisons[order](a, b);
}

const byChange = (a: Sortable, b: Sortable) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : a.id - b.id);

function byWait(a: Sortable, b: Sortable): number {
  if (a.waitingSince === b.waitingSince) return a.id - b.id;
  if (a.waitingSince === null || b.waitingSince === null) return a.waitingSince === null ? 1 : -1;
  return a.waitingSince < b.waitingSince ? -1 : 1;
}

const comparisons: Record<TicketOrder, (a: Sortable, b: Sortable) => number> = {
  newest: (a, b) => byChange(b, a),
  oldest: byChange,
  waiting: byWait,
  priority: (a, b) => Number(b.priority) - Number(a.priority) || byWait(a, b),
};
