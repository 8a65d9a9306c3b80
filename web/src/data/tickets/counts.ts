import { type TicketFilter, ticketBelongs, ticketCountMax, type Viewer } from '@balcao/contract/ticket-rules';
import type { CountFilter, TicketCounts } from './keys.ts';
import type { Heard } from './rows.ts';

const tabs: Record<keyof TicketCounts, Partial<TicketFilter>> = {
  open: { status: 'open' },
  pending: { status: 'pending' },
  closed: { status: 'closed' },
  unread: { withUnreadMessages: true },
};

/** The numbers on the tabs once a ticket has gone from one place to another. A number where the server stopped counting stays. */
export function countsAfter(counts: TicketCounts, filter: CountFilter, viewer: Viewer, before: Heard, after: Heard): TicketCounts {
  const next = { ...counts };
  for (const tab of Object.keys(tabs) as (keyof TicketCounts)[]) {
    const isIn = (ticket: Heard) => ticketBelongs(viewer, { ...filter, ...tabs[tab] }, { ...ticket, tags: [] });
    const change = Number(isIn(after)) - Number(isIn(before));
    if (counts[tab] < ticketCountMax) next[tab] = Math.max(0, counts[tab] + change);
  }
  return next;
}
