import { expect, test } from 'vitest';
import { type InboxView, listFilterOf, searchOf, viewOf, viewShowing } from './inbox-view.ts';

const start: InboxView = { tab: 'open', waiting: false, showAll: true, queueIds: [], text: '', userIds: [], tagIds: [] };

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
  };
  expect(viewOf(searchOf(view, true), true)).toEqual(view);
});

test('nobody sees all by editing the address', () => {
  expect(viewOf(new URLSearchParams('all=1'), false).showAll).toBe(false);
});

test('ids that are none are ignored, and the text is lowercased', () => {
  expect(viewOf(new URLSearchParams('tab=search&queues=x.4.-1&q=HELENA'), true)).toMatchObject({ queueIds: [4], text: 'helena' });
});

test('resolved and search lists show everything visible', () => {
  expect(listFilterOf({ ...start, tab: 'closed', showAll: false })).toMatchObject({ status: 'closed', showAll: true });
  expect(listFilterOf({ ...start, tab: 'search', showAll: false, text: 'a' })).toEqual({ showAll: true, searchParam: 'a' });
});

test('only the search is narrowed by tags', () => {
  expect(listFilterOf({ ...start, tab: 'search', tagIds: [5] })).toMatchObject({ tags: [5] });
  expect(listFilterOf({ ...start, tagIds: [5] })).not.toHaveProperty('tags');
});

test('the view after accepting is the list that has the conversation', () => {
  const me = { id: 1, mayShowAll: false };
  const own = { status: 'open', userId: 1, queueId: 3 } as const;
  const waiting: InboxView = { ...start, waiting: true, showAll: false, queueIds: [3] };
  expect(viewShowing(waiting, own, me)).toEqual({ ...waiting, waiting: false });
  expect(viewShowing({ ...start, tab: 'closed' }, own, me)).toEqual(start);
  expect(viewShowing({ ...start, queueIds: [4] }, own, me).queueIds).toEqual([]);
  expect(viewShowing({ ...start, tab: 'search', text: 'helena' }, own, me)).toMatchObject({ tab: 'search', text: 'helena' });
  const ofOther = { ...own, userId: 2 };
  expect(viewShowing({ ...start, showAll: false }, ofOther, { id: 1, mayShowAll: true }).showAll).toBe(true);
  expect(viewShowing({ ...start, showAll: false }, ofOther, me).showAll).toBe(false);
});
