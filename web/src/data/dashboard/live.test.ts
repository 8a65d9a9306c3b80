import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { News } from '../../platform/socket.ts';
import { testSession } from '../../platform/test-session.ts';
import { dashboardKeys } from './keys.ts';
import { dashboardLive } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const figures = dashboardKeys.figures({ days: 7 });
const hear = (cache: QueryClient, channel: 'ticket' | 'contact' | 'user' | 'whatsapp') =>
  (dashboardLive[channel] as (cache: QueryClient, news: News<typeof channel>, me: unknown) => void)(cache, {} as never, testSession().user);
const isOld = (cache: QueryClient) => [dashboardKeys.board, figures].map((key) => cache.getQueryState(key)?.isInvalidated);

test('the board is asked again soon, the figures of weeks later, and what was left as well', () => {
  const cache = new QueryClient();
  for (const key of [dashboardKeys.board, figures]) cache.setQueryData(key, {});
  hear(cache, 'ticket');
  expect(isOld(cache)).toEqual([false, false]);
  vi.advanceTimersByTime(2_000);
  expect(isOld(cache)).toEqual([true, false]);
  vi.advanceTimersByTime(13_000);
  expect(isOld(cache)).toEqual([true, true]);
});

test.each(['contact', 'user', 'whatsapp'] as const)('figures follow what happens to a %s', (channel) => {
  const cache = new QueryClient();
  cache.setQueryData(figures, {});
  hear(cache, channel);
  vi.advanceTimersByTime(15_000);
  expect(cache.getQueryState(figures)?.isInvalidated).toBe(true);
});

test('who has not opened the dashboard asks for nothing', () => {
  hear(new QueryClient(), 'ticket');
  expect(vi.getTimerCount()).toBe(0);
});
