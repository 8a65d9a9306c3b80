// What a saved view shows. Pure, and shared: the browser lists by it, the server counts by it.
import { orderOf, type TicketOrder } from './ticket-list-rules.ts';
import type { ServerFilter, TicketFilter } from './ticket-rules.ts';

export const viewTabs = ['open', 'waiting', 'closed', 'search'] as const;
export type ViewTab = (typeof viewTabs)[number];

/** How many views a person may have, and how many a company may share. */
export const viewsMax = 20;

/** What a person chose in the list of tickets; empty lists mean all. */
export type ViewFilter = {
  tab: ViewTab;
  showAll: boolean;
  order: TicketOrder;
  queueIds: readonly number[];
  text: string;
  userIds: readonly number[];
  /** Only tickets with all of these tags. */
  tagIds: readonly number[];
  unread: boolean;
  chatbot: boolean;
  snoozed: boolean;
  untagged: boolean;
  priority: boolean;
  hasFile: boolean;
  /** YYYY-MM-DD; empty: no limit. */
  from: string;
  to: string;
};

/** Waiting tickets begin with who waits longest, all others with the latest change. */
export function defaultOrder(tab: ViewTab): TicketOrder {
  return tab === 'waiting' ? 'waiting' : 'newest';
}

export type ViewListing = TicketFilter & ServerFilter & { order: TicketOrder; searchParam: string };

const statuses = { open: 'open', waiting: 'pending', closed: 'closed' } as const;

/** The list that a view asks for. Snoozed tickets are in lists of active ones only where they are asked for. */
export function listingOf(view: ViewFilter): ViewListing {
  const searching = view.tab === 'search';
  const status = view.tab === 'search' ? undefined : statuses[view.tab];
  const active = view.tab === 'open' || view.tab === 'waiting';
  return {
    ...(status ? { status } : {}),
    showAll: !active || view.showAll,
    searchParam: searching ? view.text : '',
    order: orderOf({ status, order: view.order }),
    ...(view.queueIds.length > 0 ? { queueIds: view.queueIds } : {}),
    ...(view.tagIds.length > 0 ? { tags: view.tagIds } : {}),
    ...(view.userIds.length > 0 ? { users: view.userIds } : {}),
    ...(active ? { snoozed: view.snoozed } : {}),
    ...(active && view.unread ? { unread: true } : {}),
    ...(view.tab === 'waiting' && view.chatbot ? { chatbot: true } : {}),
    ...(active && view.untagged ? { untagged: true } : {}),
    ...(active && view.priority ? { priority: true } : {}),
    ...(searching && view.hasFile ? { hasFile: true } : {}),
    ...(searching && view.from ? { from: view.from } : {}),
    ...(searching && view.to ? { to: view.to } : {}),
  };
}
