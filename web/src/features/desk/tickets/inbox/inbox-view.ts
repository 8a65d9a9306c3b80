// What the inbox shows is in the address, so that it can be shared and the back button works.
import { orderOf, type TicketOrder, ticketOrders } from '@balcao/contract/ticket-list-rules';
import { noQueue } from '@balcao/contract/ticket-rules';
import { defaultOrder, listingOf, type ViewFilter } from '@balcao/contract/ticket-view-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useSearchParams } from 'react-router';
import type { ChipFilter, CountFilter, ListFilter } from '../../../../data/tickets/keys.ts';
import { idsIn, queueIdsIn } from '../ids-in.ts';

export type InboxTab = 'open' | 'closed' | 'search';

/** What the chips of the list switch on. */
export const chips = ['unread', 'chatbot', 'priority', 'untagged', 'snoozed'] as const;
export type Chip = (typeof chips)[number];

export type InboxView = Omit<ViewFilter, 'tab' | 'order'> & {
  tab: InboxTab;
  /** In the tab of open tickets: the waiting ones, instead of those with an agent. */
  waiting: boolean;
  /** Null: as the list is by itself. */
  order: TicketOrder | null;
};

/** No chip is on. */
export const chipsOff = { unread: false, chatbot: false, priority: false, untagged: false, snoozed: false } as const;

/** Nothing chosen. */
export const plain = {
  ...{ order: null, queueIds: [], text: '', userIds: [], tagIds: [] },
  ...{ ...chipsOff, hasFile: false, from: '', to: '' },
} as const;

/** What every part that chooses what is listed is told. */
export type ListProps = {
  view: InboxView;
  /** May the person see tickets of other agents? */
  mayShowAll: boolean;
  onChange: (change: Partial<InboxView>) => void;
};

/** What narrows a search besides its text, all off. */
export const searchOff = { queueIds: [], userIds: [], tagIds: [], hasFile: false, from: '', to: '' } as const;

export function isNarrowed({ queueIds, userIds, tagIds, hasFile, from, to }: InboxView): boolean {
  return queueIds.length + userIds.length + tagIds.length > 0 || hasFile || from !== '' || to !== '';
}

/** In which order the view is shown. */
export function orderShown(view: InboxView): TicketOrder {
  const saved = savedOf(view);
  return orderOf({ status: listFilterOf(view).status, order: saved.order });
}

/** Reads a view from an address. `mayShowAll`: the person may see the tickets of others, and does unless switched off. */
export function viewOf(search: URLSearchParams, mayShowAll: boolean): InboxView {
  const tab = search.get('tab');
  const on = (search.get('only') ?? '').split('.');
  const order = search.get('order');
  return {
    tab: tab === 'closed' || tab === 'search' ? tab : 'open',
    waiting: search.get('waiting') === '1',
    showAll: mayShowAll && search.get('all') !== '0',
    order: ticketOrders.find((each) => each === order) ?? null,
    queueIds: queueIdsIn(search.get('queues')),
    text: (search.get('q') ?? '').toLowerCase(),
    userIds: idsIn(search.get('users')),
    tagIds: idsIn(search.get('tags')),
    unread: on.includes('unread'),
    chatbot: on.includes('chatbot'),
    priority: on.includes('priority'),
    untagged: on.includes('untagged'),
    snoozed: on.includes('snoozed'),
    hasFile: search.get('file') === '1',
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
  };
}

/** Writes a view into an address, without defaults. */
export function searchOf(view: InboxView, mayShowAll: boolean): URLSearchParams {
  const search = new URLSearchParams();
  const on = chips.filter((chip) => view[chip]);
  if (view.tab !== 'open') search.set('tab', view.tab);
  if (view.waiting) search.set('waiting', '1');
  if (mayShowAll && !view.showAll) search.set('all', '0');
  if (view.order) search.set('order', view.order);
  if (view.queueIds.length > 0) search.set('queues', view.queueIds.join('.'));
  if (view.text) search.set('q', view.text);
  if (view.userIds.length > 0) search.set('users', view.userIds.join('.'));
  if (view.tagIds.length > 0) search.set('tags', view.tagIds.join('.'));
  if (on.length > 0) search.set('only', on.join('.'));
  if (view.hasFile) search.set('file', '1');
  if (view.from) search.set('from', view.from);
  if (view.to) search.set('to', view.to);
  return search;
}

/** The view as it is saved. */
export function savedOf({ tab, waiting, order, ...view }: InboxView): ViewFilter {
  const saved = tab === 'open' && waiting ? 'waiting' : tab;
  return { ...view, tab: saved, order: order ?? defaultOrder(saved) };
}

/** A saved view, as the list shows it. */
export function shownOf({ tab, order, ...view }: ViewFilter): InboxView {
  return {
    ...view,
    tab: tab === 'waiting' ? 'open' : tab,
    waiting: tab === 'waiting',
    order: order === defaultOrder(tab) ? null : order,
  };
}

/** The view that lists a ticket: as it is, if it does already. A search keeps what it found. */
export function viewShowing(
  view: InboxView,
  { status, userId, queueId }: Pick<TicketView, 'status' | 'userId' | 'queueId'>,
  me: { id: number; mayShowAll: boolean },
): InboxView {
  if (view.tab === 'search') return view;
  const filtered = view.queueIds.length > 0 && !view.queueIds.includes(queueId ?? noQueue);
  return {
    ...view,
    tab: status === 'closed' ? 'closed' : 'open',
    waiting: status === 'pending',
    ...{ ...chipsOff, tagIds: [], userIds: [] },
    showAll: view.showAll || (me.mayShowAll && status === 'open' && userId !== me.id),
    queueIds: filtered ? [] : view.queueIds,
  };
}

/** The list a view asks for. */
export function listFilterOf(view: InboxView): ListFilter {
  return listingOf(savedOf(view));
}

/** What the chips count; null where there are none. */
export function chipFilterOf({ tab, waiting, showAll, queueIds }: InboxView): ChipFilter | null {
  if (tab !== 'open') return null;
  return { status: waiting ? 'pending' : 'open', showAll, ...(queueIds.length > 0 ? { queueIds } : {}) };
}

export function countFilterOf(view: InboxView): CountFilter {
  return { showAll: view.showAll, snoozed: false, ...(view.queueIds.length > 0 ? { queueIds: view.queueIds } : {}) };
}

/** The view of the address, and how to change part of it. */
export function useInboxView(mayShowAll: boolean): [InboxView, (change: Partial<InboxView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search, mayShowAll);
  return [view, (change) => setSearch(searchOf({ ...view, ...change }, mayShowAll), { replace: !change.tab })];
}

function dayOf(text: string | null): string {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
