import type { FirstStepsView } from '@balcao/contract/first-steps';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { News } from '../../platform/socket.ts';
import { testSession } from '../../platform/test-session.ts';
import { firstStepsKeys } from './keys.ts';
import { firstStepsLive } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const view: FirstStepsView = { connection: null, users: 1, queues: [], waiting: null, answered: null };
const answered = { at: '2026-11-22T12:00:00.000Z', seconds: 48 };

function isAskedAgain(held: FirstStepsView, channel: 'queue' | 'appMessage'): boolean | undefined {
  const cache = new QueryClient();
  cache.setQueryData(firstStepsKeys.state, held);
  (firstStepsLive[channel] as (cache: QueryClient, news: News<typeof channel>, me: unknown) => void)(
    cache,
    {} as never,
    testSession().user,
  );
  vi.advanceTimersByTime(1_000);
  return cache.getQueryState(firstStepsKeys.state)?.isInvalidated;
}

test('what may be a step asks the server again; messages only until a customer was answered', () => {
  expect(isAskedAgain(view, 'queue')).toBe(true);
  expect(isAskedAgain(view, 'appMessage')).toBe(true);
  expect(isAskedAgain({ ...view, answered }, 'appMessage')).toBe(false);
  expect(isAskedAgain({ ...view, answered }, 'queue')).toBe(true);
});
