import { expect, test } from 'vitest';
import { compareTickets, orderOf, type Sortable } from './ticket-list-rules.ts';
import { listingOf, type ViewFilter } from './ticket-view-rules.ts';

const ticket = (id: number, updatedAt: string, waitingSince: string | null = null, priority = false): Sortable => ({
  id,
  updatedAt,
  waitingSince,
  priority,
});
const tickets = [ticket(1, '10'), ticket(2, '12', '09'), ticket(3, '11', '08', true), ticket(4, '12', '07')];
const sorted = (order: Parameters<typeof compareTickets>[0], pinned: number[] = []) =>
  [...tickets].sort(compareTickets(order, new Set(pinned))).map(({ id }) => id);

test('the orders, and what is pinned before all', () => {
  expect(sorted('newest')).toEqual([4, 2, 3, 1]);
  expect(sorted('oldest')).toEqual([1, 3, 2, 4]);
  expect(sorted('waiting')).toEqual([4, 3, 2, 1]);
  expect(sorted('priority')).toEqual([3, 4, 2, 1]);
  expect(sorted('waiting', [1])).toEqual([1, 4, 3, 2]);
});

test('nobody waits in closed tickets', () => {
  expect(orderOf({ status: 'closed', order: 'waiting' })).toBe('newest');
  expect(orderOf({ status: 'closed', order: 'oldest' })).toBe('oldest');
  expect(orderOf({ order: 'priority' })).toBe('newest');
  expect(orderOf({ status: 'pending', order: 'waiting' })).toBe('waiting');
});

const all: ViewFilter = {
  ...{ tab: 'open', showAll: false, order: 'newest', queueIds: [], text: 'retirada', userIds: [], tagIds: [] },
  ...{ unread: true, chatbot: true, snoozed: false, untagged: true, priority: true, hasFile: true, from: '2026-11-01', to: '' },
};

test('a view asks only for what its tab knows', () => {
  const chips = { unread: true, untagged: true, priority: true };
  expect(listingOf(all)).toEqual({ status: 'open', showAll: false, searchParam: '', order: 'newest', snoozed: false, ...chips });
  expect(listingOf({ ...all, tab: 'waiting', order: 'waiting' })).toMatchObject({ status: 'pending', order: 'waiting', chatbot: true });
  expect(listingOf({ ...all, tab: 'closed', queueIds: [3] })).toEqual({
    ...{ status: 'closed', showAll: true, searchParam: '', order: 'newest', queueIds: [3] },
  });
  expect(listingOf({ ...all, tab: 'search' })).toEqual({
    ...{ showAll: true, searchParam: 'retirada', order: 'newest', hasFile: true, from: '2026-11-01' },
  });
});
