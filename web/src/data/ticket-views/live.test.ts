import type { TicketListView } from '@balcao/contract/ticket-views';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ticketViewKeys } from './keys.ts';
import { applyView, removeView } from './live.ts';

const view = (id: number, given: Partial<TicketListView> = {}) =>
  ({ id, name: `Visão ${id}`, userId: 1, place: 0, shared: false, updatedAt: '2026-11-21T12:00:00.000Z', ...given }) as TicketListView;

test('views stand as the server lists them: one’s own by their place, then those of others; older news change nothing', () => {
  const cache = new QueryClient();
  cache.setQueryData(ticketViewKeys.list, [view(1, { place: 3 }), view(9, { userId: 2, shared: true })]);
  const ids = () => cache.getQueryData<TicketListView[]>(ticketViewKeys.list)?.map(({ id }) => id);
  applyView(cache, view(5, { place: 1 }), 1);
  applyView(cache, view(4, { userId: 2, shared: true }), 1);
  expect(ids()).toEqual([5, 1, 4, 9]);
  const later = { updatedAt: '2026-11-21T13:00:00.000Z' };
  for (let twice = 0; twice < 2; twice++) applyView(cache, view(1, { place: 0, ...later }), 1);
  applyView(cache, view(1, { place: 7 }), 1);
  expect(ids()).toEqual([1, 5, 4, 9]);
  removeView(cache, 5);
  expect(ids()).toEqual([1, 4, 9]);
});

test('a view that is gone, or shared no more, is counted no more', () => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  cache.setQueryData(ticketViewKeys.counts, [{ id: 5, count: 2 }]);
  removeView(cache, 5);
  vi.advanceTimersByTime(250);
  vi.useRealTimers();
  expect(cache.getQueryState(ticketViewKeys.counts)?.isInvalidated).toBe(true);
});
