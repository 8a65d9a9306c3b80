// What the inbox shows is in the address, so that it can be shared and the back button works.
import type { TicketFilter } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useSearchParams } from 'react-router';
import type { CountFilter, ListFilter } from '../../../../data/tickets/keys.ts';

export type InboxTab = 'open' | 'closed' | 'search';
export type InboxView = {
  tab: InboxTab;
  /** In the tab of open tickets: the waiting ones, instead of those with an agent. */
  waiting: boolean;
  showAll: boolean;
  /** None means all. */
  queueIds: readonly number[];
  text: string;
  userIds: readonly number[];
  /** Only tickets with all of these tags. */
  tagIds: readonly number[];
};

/** Reads a view from an address. `mayShowAll`: the person may see the tickets of others, and does unless switched off. */
export function viewOf(search: URLSearchParams, mayShowAll: boolean): InboxView {
  const tab = search.get('tab');
  return {
    tab: tab === 'closed' || tab === 'search' ? tab : 'open',
    waiting: search.get('waiting') === '1',
    showAll: mayShowAll && search.get('all') !== '0',
    queueIds: idsOf(search.get('queues')),
    text: (search.get('q') ?? '').toLowerCase(),
    userIds: idsOf(search.get('users')),
    tagIds: idsOf(search.get('tags')),
  };
}

/** Writes a view into an address, without defaults. */
export function searchOf(view: InboxView, mayShowAll: boolean): URLSearchParams {
  const search = new URLSearchParams();
  if (view.tab !== 'open') search.set('tab', view.tab);
  if (view.waiting) search.set('waiting', '1');
  if (mayShowAll && !view.showAll) search.set('all', '0');
  if (view.queueIds.length > 0) search.set('queues', view.queueIds.join('.'));
  if (view.text) search.set('q', view.text);
  if (view.userIds.length > 0) search.set('users', view.userIds.join('.'));
  if (view.tagIds.length > 0) search.set('tags', view.tagIds.join('.'));
  return search;
}

/** The view that lists a ticket: as it is, if it does already. A search keeps what it found. */
export function viewShowing(
  view: InboxView,
  { status, userId, queueId }: Pick<TicketView, 'status' | 'userId' | 'queueId'>,
  me: { id: number; mayShowAll: boolean },
): InboxView {
  if (view.tab === 'search') return view;
  const filtered = view.queueIds.length > 0 && queueId !== null && !view.queueIds.includes(queueId);
  return {
    ...view,
    tab: status === 'closed' ? 'closed' : 'open',
    waiting: status === 'pending',
    showAll: view.showAll || (me.mayShowAll && status === 'open' && userId !== me.id),
    queueIds: filtered ? [] : view.queueIds,
  };
}

/** The list a view asks for. */
export function listFilterOf(view: InboxView): ListFilter {
  const queueIds = view.queueIds.length > 0 ? { queueIds: view.queueIds } : {};
  if (view.tab === 'search') {
    const users = view.userIds.length > 0 ? { users: view.userIds } : {};
    const tags = view.tagIds.length > 0 ? { tags: view.tagIds } : {};
    return { showAll: true, searchParam: view.text, ...queueIds, ...users, ...tags };
  }
  const status: TicketFilter['status'] = view.tab === 'closed' ? 'closed' : view.waiting ? 'pending' : 'open';
  return { status, showAll: view.tab === 'closed' || view.showAll, searchParam: '', ...queueIds };
}

export function countFilterOf(view: InboxView): CountFilter {
  return { showAll: view.showAll, ...(view.queueIds.length > 0 ? { queueIds: view.queueIds } : {}) };
}

/** The view of the address, and how to change part of it. */
export function useInboxView(mayShowAll: boolean): [InboxView, (change: Partial<InboxView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search, mayShowAll);
  return [view, (change) => setSearch(searchOf({ ...view, ...change }, mayShowAll), { replace: !change.tab })];
}

function idsOf(text: string | null): number[] {
  return (text ?? '')
    .split('.')
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number);
}
