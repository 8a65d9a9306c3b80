import { expect, test } from 'vitest';
import {
  type InboxView,
  isNarrowed,
  listFilterOf,
  plain,
  savedOf,
  searchOf,
  searchOff,
  shownOf,
  viewOf,
  viewShowing,
} from './inbox-view.ts';

const start: InboxView = { ...plain, tab: 'open', waiting: false, showAll: true };

test('an empty address is the list of all open tickets for an admin, and of the own ones for others', () => {
  expect(viewOf(new URLSearchParams(), true)).toEqual(start);
  expect(viewOf(new URLSearchParams(), false).showAll).toBe(false);
});

test('the default view leaves the address clean', () => {
  expect(searchOf(start, true).toString()).toBe('');
});

test('a view survives the way through the address', () => {
  const view: InboxView = {
    tab: 'search',
    waiting: true,
    showAll: false,
    queueIds: [3, 7],
    text: 'sofá lume',
    userIds: [2],
    tagIds: [5, 9],
    ...{ order: 'priority', unread: true, chatbot: false, priority: true, untagged: true, snoozed: false, hasFile: true },
    ...{ from: '2026-11-01', to: '2026-11-30' },
  };
  expect(viewOf(searchOf(view, true), true)).toEqual(view);
  expect(shownOf(savedOf({ ...view, tab: 'open' }))).toEqual({ ...view, tab: 'open' });
});

test('nobody sees all by editing the address', () => {
  expect(viewOf(new URLSearchParams('all=1'), false).showAll).toBe(false);
});

test('ids, days and orders that are none are ignored, and the text is lowercased', () => {
  const nonsense = new URLSearchParams('order=x&from=ontem&only=x.unread');
  expect(viewOf(nonsense, true)).toMatchObject({ order: null, from: '', unread: true });
  expect(viewOf(new URLSearchParams('tab=search&queues=x.4.-1.0&q=HELENA'), true)).toMatchObject({ queueIds: [4, 0], text: 'helena' });
});

test('resolved and search lists show everything visible', () => {
  expect(listFilterOf({ ...start, tab: 'closed', showAll: false })).toMatchObject({ status: 'closed', showAll: true });
  expect(listFilterOf({ ...start, tab: 'search', showAll: false, text: 'a' })).toEqual({
    showAll: true,
    searchParam: 'a',
    order: 'newest',
  });
});

test('who waits longest is first among those who wait, and what is set aside is not among them', () => {
  expect(listFilterOf({ ...start, waiting: true })).toMatchObject({ status: 'pending', order: 'waiting', snoozed: false });
  expect(listFilterOf(start)).toMatchObject({ status: 'open', order: 'newest', snoozed: false });
  expect(listFilterOf({ ...start, snoozed: true, order: 'oldest' })).toMatchObject({ order: 'oldest', snoozed: true });
});

test('the view after accepting is the list that has the conversation', () => {
  const me = { id: 1, mayShowAll: false };
  const own = { status: 'open', userId: 1, queueId: 3 } as const;
  const waiting: InboxView = { ...start, waiting: true, showAll: false, queueIds: [3] };
  expect(viewShowing(waiting, own, me)).toEqual({ ...waiting, waiting: false });
  expect(viewShowing({ ...start, tab: 'closed' }, own, me)).toEqual(start);
  expect(viewShowing({ ...start, queueIds: [4] }, own, me).queueIds).toEqual([]);
  const unqueued = { ...own, queueId: null };
  expect([[4], [4, 0]].map((queueIds) => viewShowing({ ...start, queueIds }, unqueued, me).queueIds)).toEqual([[], [4, 0]]);
  expect(viewShowing({ ...start, tab: 'search', text: 'helena' }, own, me)).toMatchObject({ tab: 'search', text: 'helena' });
  const ofOther = { ...own, userId: 2 };
  expect(viewShowing({ ...start, showAll: false }, ofOther, { id: 1, mayShowAll: true }).showAll).toBe(true);
  expect(viewShowing({ ...start, showAll: false }, ofOther, me).showAll).toBe(false);
});

test('each filter narrows a search, and all of them are cleared at once', () => {
  const filters = { queueIds: [0], userIds: [2], tagIds: [5], hasFile: true, from: '2026-11-01', to: '2026-11-30' };
  const search: InboxView = { ...start, tab: 'search', text: 'sofá' };
  for (const [name, value] of Object.entries(filters)) expect(isNarrowed({ ...search, [name]: value }), name).toBe(true);
  expect(isNarrowed(search)).toBe(false);
  expect({ ...search, ...filters, ...searchOff }).toEqual(search);
});
