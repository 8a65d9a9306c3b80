import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bringIn } from '../../platform/live-cache.ts';
import { nextTask } from '../../platform/next-task.ts';
import { type CountFilter, type ListFilter, type TicketPages, ticketKeys } from './keys.ts';
import {
  applyConnection,
  applyContact,
  applyMoved,
  applyQueue,
  applyTicket,
  applyTicketNews,
  applyUser,
  predictTicket,
  ticketsLive,
} from './live.ts';
import { ticketPage } from './queries.ts';
import { keepTickets, lastHeard, rowsOf } from './rows.ts';
import { makeTicket, marina } from './test-tickets.ts';

const mine: ListFilter = { status: 'open', showAll: false, searchParam: '' };
const waiting: ListFilter = { status: 'pending', showAll: false, searchParam: '' };
const resolved: ListFilter = { status: 'closed', showAll: true, searchParam: '' };
const search: ListFilter = { showAll: true, searchParam: 'helena' };
const unread: ListFilter = { showAll: false, withUnreadMessages: true, searchParam: '' };

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function seed(filter: ListFilter, tickets: TicketView[], hasMore = false) {
  const page = ticketPage(cache, { tickets, count: tickets.length, hasMore });
  cache.setQueryData<TicketPages>(ticketKeys.list(filter), { pages: [page], pageParams: [1] });
}
function openDetail(ticket: TicketView) {
  keepTickets(cache, [ticket]);
  cache.setQueryData(ticketKeys.one(ticket.uuid), ticket.id);
}
function listed(filter: ListFilter): number[] {
  return cache.getQueryData<TicketPages>(ticketKeys.list(filter))?.pages.flatMap((page) => page.ids) ?? [];
}
const count = (filter: ListFilter) => cache.getQueryData<TicketPages>(ticketKeys.list(filter))?.pages[0]?.count;

describe('the board', () => {
  const quote = { id: 7, name: 'Orçamento', color: '#2f6fde', kanban: 1 } as const;
  const vip = { id: 8, name: 'VIP', color: '#8450bd', kanban: 0 } as const;
  const lane = (id: number | null): ListFilter => ({ active: true, lane: id, showAll: true, searchParam: '' });
  const inLanes = () => [listed(lane(null)), listed(lane(7)), count(lane(null)), count(lane(7))];

  test('has a ticket in one lane, until it is closed; ordinary tags move nothing', () => {
    seed(lane(null), [makeTicket(1), makeTicket(2)]);
    seed(lane(7), []);
    applyTicket(cache, marina, makeTicket(1, { revision: 2, tags: [quote, vip] }));
    expect(inLanes()).toEqual([[2], [1], 1, 1]);
    applyTicket(cache, marina, makeTicket(2, { revision: 2, tags: [vip] }));
    expect(inLanes()).toEqual([[2], [1], 1, 1]);
    applyTicket(cache, marina, makeTicket(1, { revision: 3, tags: [quote], status: 'closed' }));
    expect(inLanes()).toEqual([[2], [], 1, 0]);
  });

  test('shows a move at once, and takes it back if it fails', () => {
    const ticket = makeTicket(1);
    seed(lane(null), [ticket]);
    seed(lane(7), []);
    const takeBack = predictTicket(cache, marina, ticket, { tags: [quote] });
    expect(inLanes()).toEqual([[], [1], 0, 1]);
    takeBack();
    expect(inLanes()).toEqual([[1], [], 1, 0]);
  });

  test.each([
    ['ceases to be a lane', { action: 'update', tag: { ...quote, kanban: 0 } }],
    ['is deleted', { action: 'delete', tagId: 7 }],
  ])('asks for its lanes again when a tag %s', (_, news) => {
    seed(lane(7), [makeTicket(1, { tags: [quote] })]);
    seed(mine, [makeTicket(2)]);
    ticketsLive.tag?.(cache, news as never, {} as never);
    expect(cache.getQueryState(ticketKeys.list(lane(7)))?.isInvalidated).toBe(true);
  });
});

describe('a changed ticket', () => {
  test('goes to the top of its list', () => {
    seed(mine, [makeTicket(3), makeTicket(2), makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(1, { revision: 2, updatedAt: '2026-11-21T10:00:00.000Z' }));
    expect(listed(mine)).toEqual([1, 3, 2]);
    expect(count(mine)).toBe(3);
  });

  test('moves from the waiting list to mine when I accept it', () => {
    seed(waiting, [makeTicket(1, { status: 'pending', userId: null })]);
    seed(mine, []);
    applyTicket(cache, marina, makeTicket(1, { revision: 2 }));
    expect([listed(waiting), listed(mine), count(waiting), count(mine)]).toEqual([[], [1], 0, 1]);
  });

  test('leaves my list when a colleague takes it, but stays in the list of all', () => {
    const all: ListFilter = { ...mine, showAll: true };
    seed(mine, [makeTicket(1)]);
    seed(all, [makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(1, { revision: 2, userId: 9 }));
    expect([listed(mine), listed(all)]).toEqual([[], [1]]);
  });

  test('leaves every list when it goes to a queue that is not mine', () => {
    seed(mine, [makeTicket(1)]);
    seed(search, [makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(1, { revision: 2, queueId: 7 }));
    expect([listed(mine), listed(search)]).toEqual([[], []]);
  });

  test('is dropped when it is older than what is held', () => {
    seed(mine, [makeTicket(1, { revision: 5, lastMessage: 'newer' })]);
    applyTicket(cache, marina, makeTicket(1, { revision: 4, status: 'closed' }));
    expect(listed(mine)).toEqual([1]);
  });

  test('does not come back by late news after it left the list', () => {
    seed(mine, [makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(1, { revision: 3, status: 'closed' }));
    applyTicket(cache, marina, makeTicket(1, { revision: 2 }));
    expect(listed(mine)).toEqual([]);
  });

  test('leaves its list also where a second page holds it again', () => {
    const pages = [
      [makeTicket(3), makeTicket(2)],
      [makeTicket(2), makeTicket(1)],
    ].map((tickets) => ticketPage(cache, { tickets, count: 3, hasMore: true }));
    cache.setQueryData<TicketPages>(ticketKeys.list(mine), { pages, pageParams: [1, 2] });
    applyTicket(cache, marina, makeTicket(2, { revision: 2, status: 'closed' }));
    expect([listed(mine), count(mine)]).toEqual([[3, 1], 2]);
  });

  test('is not counted twice when reply and event bring the same revision', () => {
    seed(mine, []);
    applyTicket(cache, marina, makeTicket(1, { revision: 2 }));
    applyTicketNews(cache, marina, { action: 'update', ticket: makeTicket(1, { revision: 2 }) });
    expect([listed(mine), count(mine)]).toEqual([[1], 1]);
  });

  test('waits for its page when it is older than all that is loaded', () => {
    seed(resolved, [makeTicket(9), makeTicket(8)], true);
    applyTicket(cache, marina, makeTicket(1, { status: 'closed' }));
    expect([listed(resolved), count(resolved)]).toEqual([[9, 8], 3]);
  });

  test('enters a search only if the search had found it', () => {
    seed(search, [makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(2));
    applyTicket(cache, marina, makeTicket(1, { revision: 2, lastMessage: 'Oi' }));
    expect(listed(search)).toEqual([1]);
  });

  test('renews the open ticket with the extra fields of its contact', () => {
    const open = makeTicket(1);
    const extraInfo = [{ id: 1, name: 'Pedido', value: 'V-20931' }];
    openDetail(open);
    applyTicket(cache, marina, { ...open, revision: 2, lastMessage: 'Chegou', contact: { ...open.contact, extraInfo } });
    const held = rowsOf(cache)[1];
    expect([held?.lastMessage, held?.contact.extraInfo]).toEqual(['Chegou', extraInfo]);
  });

  test('an answer asks again for how much everybody has to do, and moves nothing', () => {
    const asked = makeTicket(1, { waitingSince: '2026-11-21T09:00:00.000Z' });
    seed(mine, [asked]);
    cache.setQueryData(ticketKeys.workload, { users: [], queues: [] });
    applyTicket(cache, marina, { ...asked, revision: 2, waitingSince: null });
    vi.advanceTimersByTime(1000);
    expect(cache.getQueryState(ticketKeys.workload)?.isInvalidated).toBe(true);
    expect(listed(mine)).toEqual([1]);
  });

  test('makes the counts stale only when it changes place', () => {
    const counts = ticketKeys.counts({ showAll: false });
    cache.setQueryData(counts, { open: 1, pending: 0, unread: 0 });
    seed(mine, [makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(1, { revision: 2, lastMessage: 'Oi' }));
    vi.advanceTimersByTime(1_000);
    expect(cache.getQueryState(counts)?.isInvalidated).toBe(false);
    applyTicket(cache, marina, makeTicket(1, { revision: 3, status: 'closed' }));
    vi.advanceTimersByTime(1_000);
    expect(cache.getQueryState(counts)?.isInvalidated).toBe(true);
  });

  test('that left and comes back to where it was is counted again', () => {
    const counts = ticketKeys.counts({ showAll: false });
    const chips = ticketKeys.chips({ showAll: false, status: 'open' });
    seed(mine, [makeTicket(1)]);
    openDetail(makeTicket(1));
    applyTicket(cache, marina, makeTicket(1, { revision: 2 }));
    applyTicketNews(cache, marina, { action: 'delete', ticketId: 1, moved: true });
    vi.advanceTimersByTime(2000);
    vi.advanceTimersByTime(2000);
    cache.setQueryData(counts, { open: 0, pending: 0, closed: 0, unread: 0 });
    cache.setQueryData(chips, {});
    applyTicketNews(cache, marina, { action: 'update', ticket: makeTicket(1, { revision: 4 }) });
    vi.advanceTimersByTime(1000);
    expect(cache.getQueryState(counts)?.isInvalidated).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(cache.getQueryState(chips)?.isInvalidated).toBe(true);
    expect(listed(mine)).toEqual([1]);
    applyTicket(cache, marina, makeTicket(1, { revision: 3 }));
    expect(rowsOf(cache)[1]?.revision).toBe(4);
  });

  test('moves the counts with it at once, as far as they show it, and asks for them soon', () => {
    const held = (filter: CountFilter) => cache.getQueryData(ticketKeys.counts(filter));
    const all = { showAll: true };
    const others = { showAll: true, queueIds: [9] };
    const [counted, many] = [
      { open: 3, pending: 4, closed: 2, unread: 2 },
      { open: 3, pending: 1000, closed: 2, unread: 0 },
    ];
    cache.setQueryData(ticketKeys.counts({ showAll: false }), counted);
    cache.setQueryData(ticketKeys.counts(all), many);
    cache.setQueryData(ticketKeys.counts(others), counted);
    seed(waiting, [makeTicket(1, { status: 'pending', userId: null, unreadMessages: 2 })]);
    applyTicket(cache, marina, makeTicket(1, { revision: 2, unreadMessages: 2 }));
    expect(held({ showAll: false })).toEqual({ open: 4, pending: 3, closed: 2, unread: 3 });
    expect(held(all)).toEqual({ open: 4, pending: 1000, closed: 2, unread: 1 });
    expect(held(others)).toEqual(counted);
    // The same news again, as after an answer that was on its way.
    applyTicket(cache, marina, makeTicket(1, { revision: 2, unreadMessages: 2 }));
    applyTicketNews(cache, marina, { action: 'updateUnread', ticketId: 1 });
    applyTicketNews(cache, marina, { action: 'updateUnread', ticketId: 1 });
    expect(held({ showAll: false })).toEqual({ open: 4, pending: 3, closed: 2, unread: 2 });
    vi.advanceTimersByTime(1_000);
    expect(cache.getQueryState(ticketKeys.counts(all))?.isInvalidated).toBe(true);
  });

  test('takes the counts back when its predicted move fails', () => {
    const counts = ticketKeys.counts({ showAll: false });
    const before = makeTicket(1, { status: 'pending', userId: null });
    cache.setQueryData(counts, { open: 0, pending: 1, closed: 0, unread: 0 });
    seed(waiting, [before]);
    const undo = predictTicket(cache, marina, before, { status: 'open', userId: 1 });
    expect(cache.getQueryData(counts)).toEqual({ open: 1, pending: 0, closed: 0, unread: 0 });
    undo();
    expect(cache.getQueryData(counts)).toEqual({ open: 0, pending: 1, closed: 0, unread: 0 });
  });

  test('makes the counts stale once more when the move that was predicted is done', () => {
    const counts = ticketKeys.counts({ showAll: false });
    seed(resolved, [makeTicket(1, { status: 'closed' })]);
    seed(mine, []);
    applyTicket(cache, marina, makeTicket(1));
    vi.advanceTimersByTime(1_000);
    cache.setQueryData(counts, { open: 0, pending: 0, unread: 0 });
    applyMoved(cache, marina, makeTicket(1, { revision: 2 }));
    vi.advanceTimersByTime(1_000);
    expect(cache.getQueryState(counts)?.isInvalidated).toBe(true);
  });
});

describe('a move that is on its way', () => {
  const before = makeTicket(1, { status: 'pending', userId: null });
  const accepted = { status: 'open', userId: 1 } as const;

  test('is not undone by news that came before it and are applied again', async () => {
    vi.useRealTimers();
    seed(waiting, [before]);
    seed(mine, []);
    let answer = (_: string) => {};
    const other = cache.fetchQuery({ queryKey: ['slow'], queryFn: () => new Promise<string>((resolve) => (answer = resolve)) });
    bringIn(cache, () => applyTicketNews(cache, marina, { action: 'update', ticket: before }));
    const takeBack = predictTicket(cache, marina, before, accepted);
    expect([listed(waiting), listed(mine)]).toEqual([[], [1]]);
    answer('late');
    await other;
    await nextTask();
    expect([listed(waiting), listed(mine)]).toEqual([[], [1]]);
    takeBack();
    expect([listed(waiting), listed(mine)]).toEqual([[1], []]);
  });

  test('gives way to what the server says, also after it was taken back', () => {
    seed(waiting, [before]);
    seed(mine, []);
    predictTicket(cache, marina, before, accepted)();
    predictTicket(cache, marina, before, accepted);
    applyMoved(cache, marina, makeTicket(1, { revision: 2, status: 'pending', userId: null, lastMessage: 'Oi' }));
    expect([listed(waiting), listed(mine)]).toEqual([[1], []]);
  });
});

describe('other news', () => {
  test('a moved ticket leaves the lists and the open copy is asked for again', () => {
    seed(mine, [makeTicket(2), makeTicket(1)]);
    openDetail(makeTicket(1));
    applyTicketNews(cache, marina, { action: 'delete', ticketId: 1, moved: true });
    vi.advanceTimersByTime(1_000);
    expect(listed(mine)).toEqual([2]);
    expect([cache.getQueryData(ticketKeys.one('uuid-1')), rowsOf(cache)[1]?.id]).toEqual([1, 1]);
    expect(cache.getQueryState(ticketKeys.one('uuid-1'))?.isInvalidated).toBe(true);
  });

  test('a ticket that moved and may still be seen keeps its row', () => {
    seed(mine, [makeTicket(2), makeTicket(1)]);
    applyTicketNews(cache, marina, { action: 'delete', ticketId: 1, moved: true });
    expect(listed(mine)).toEqual([2, 1]);
    applyTicketNews(cache, marina, { action: 'update', ticket: makeTicket(1, { revision: 9 }) });
    vi.advanceTimersByTime(1_000);
    expect(listed(mine)).toContain(1);
  });

  test('a deleted ticket is gone everywhere', () => {
    seed(mine, [makeTicket(1)]);
    openDetail(makeTicket(1));
    applyTicketNews(cache, marina, { action: 'delete', ticketId: 1, moved: false });
    expect([listed(mine), cache.getQueryData(ticketKeys.one('uuid-1')), rowsOf(cache)[1]]).toEqual([[], undefined, undefined]);
  });

  test('a read ticket keeps its place and leaves the list of unread ones', () => {
    seed(mine, [makeTicket(2), makeTicket(1, { unreadMessages: 3 })]);
    seed(unread, [makeTicket(1, { unreadMessages: 3 })]);
    applyTicketNews(cache, marina, { action: 'updateUnread', ticketId: 1 });
    expect([rowsOf(cache)[1]?.unreadMessages, listed(mine), listed(unread)]).toEqual([0, [2, 1], []]);
  });

  test('a contact that is renamed or blocked is so in the lists', () => {
    seed(mine, [makeTicket(1)]);
    applyContact(cache, { id: 1, name: 'Helena S.', number: '1', email: '', profilePicUrl: '', urlPicture: '', blocked: true });
    expect(rowsOf(cache)[1]?.contact).toMatchObject({ name: 'Helena S.', blocked: true });
  });

  test('a renamed queue, user and connection are renamed in the lists', () => {
    seed(mine, [makeTicket(1)]);
    applyQueue(cache, { id: 1, name: 'Loja', color: '#112233' });
    applyUser(cache, { id: 1, name: 'Marina D.' });
    applyConnection(cache, { id: 1, name: 'Loja Sul', channel: 'simulator', status: 'DISCONNECTED' });
    expect(rowsOf(cache)[1]).toMatchObject({
      queue: { name: 'Loja', color: '#112233' },
      user: { name: 'Marina D.' },
      whatsapp: { name: 'Loja Sul', status: 'DISCONNECTED' },
    });
    expect(cache.getQueryState(ticketKeys.list(mine))?.isInvalidated).toBe(false);
  });

  test('a connection that moves to another channel has its tickets asked for again', () => {
    seed(mine, [makeTicket(1)]);
    applyConnection(cache, { id: 1, name: 'Loja Centro', channel: 'whatsapp_cloud', status: 'CONNECTED' });
    expect(cache.getQueryState(ticketKeys.list(mine))?.isInvalidated).toBe(true);
  });
});

describe('the rows', () => {
  const ofContact: ListFilter = { showAll: true, searchParam: '', contactId: 1 };

  test('a ticket enters the list of its contact only', () => {
    seed(ofContact, []);
    applyTicket(cache, marina, makeTicket(2));
    applyTicket(cache, marina, makeTicket(1, { status: 'closed' }));
    expect(listed(ofContact)).toEqual([1]);
  });

  test('an older answer of the server does not replace a newer row', () => {
    seed(mine, [makeTicket(1)]);
    applyTicket(cache, marina, makeTicket(1, { revision: 3, lastMessage: 'Oi' }));
    ticketPage(cache, { tickets: [makeTicket(1, { revision: 2, lastMessage: 'antes' })], count: 1, hasMore: false });
    expect(rowsOf(cache)[1]?.lastMessage).toBe('Oi');
  });

  test('a ticket that no list holds is not kept, but an older copy of it is still dropped', () => {
    seed(mine, []);
    applyTicket(cache, marina, makeTicket(1, { revision: 5, userId: 9, status: 'closed' }));
    expect(rowsOf(cache)).toEqual({});
    applyTicket(cache, marina, makeTicket(1, { revision: 4 }));
    expect(listed(mine)).toEqual([]);
  });

  test('after a sign-out nothing is known of the tickets of the person before', () => {
    applyTicket(cache, marina, makeTicket(1, { revision: 5, userId: 9 }));
    cache.clear();
    expect(lastHeard(cache, 1)).toBeUndefined();
  });

  test('a message in a ticket that was read makes the counts stale, also where no list holds it', () => {
    const counts = ticketKeys.counts({ showAll: false });
    applyTicket(cache, marina, makeTicket(1, { unreadMessages: 1 }));
    applyTicketNews(cache, marina, { action: 'updateUnread', ticketId: 1 });
    vi.advanceTimersByTime(1_000);
    cache.setQueryData(counts, { open: 1, pending: 0, unread: 0 });
    applyTicket(cache, marina, makeTicket(1, { revision: 2, unreadMessages: 1 }));
    vi.advanceTimersByTime(1_000);
    expect(cache.getQueryState(counts)?.isInvalidated).toBe(true);
  });
});
