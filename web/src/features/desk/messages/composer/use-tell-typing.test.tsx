import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { useTellTyping } from './use-tell-typing.ts';

const told: unknown[] = [];

beforeEach(() => {
  told.length = 0;
  keepSession(testSession());
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { body }: { body: string }) => {
      told.push((JSON.parse(body) as { on: boolean }).on);
      return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who writes is shown at once, again while it goes on, and no longer after a pause', async () => {
  const { result } = renderHook(() => useTellTyping(1, true));
  for (let second = 0; second < 12; second += 1) {
    result.current.typed();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect(told).toEqual([true, true]);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(told).toEqual([true, true, false]);
  result.current.stopped();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(told).toHaveLength(3);
});

test('sending or leaving ends it; where the channel cannot show it nothing is said', async () => {
  const { result, unmount } = renderHook(() => useTellTyping(1, true));
  result.current.typed();
  result.current.stopped();
  result.current.typed();
  await act(() => vi.advanceTimersByTimeAsync(100));
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([true, false, true, false]);
  const mute = renderHook(() => useTellTyping(1, false));
  mute.result.current.typed();
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toHaveLength(4);
});

test('who signs out says nothing more', async () => {
  const { result, unmount } = renderHook(() => useTellTyping(1, true));
  result.current.typed();
  clearSession();
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(told).toEqual([true]);
});
