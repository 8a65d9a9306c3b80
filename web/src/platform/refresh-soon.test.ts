import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshSoon } from './refresh-soon.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('news that never pause are followed all the same, once for each pause', () => {
  const cache = new QueryClient();
  const ask = vi.spyOn(cache, 'invalidateQueries');
  for (let at = 0; at < 3_000; at += 100) {
    refreshSoon(cache, ['counts'], 1_000);
    vi.advanceTimersByTime(100);
  }
  expect(ask).toHaveBeenCalledTimes(3);
  expect(ask).toHaveBeenCalledWith({ queryKey: ['counts'] });
});
