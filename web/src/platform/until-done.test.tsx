import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { deferred } from './test-server.ts';
import { untilDone, untilDoneWhileVisible } from './until-done.ts';

const refuse = (status: number, error: string) => vi.fn(() => Promise.reject(new ApiError(status, { error })));
let end = () => {};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('what is refused for a while is asked again after pauses that grow up to half a minute, until it is ended', async () => {
  const begun = Date.now();
  const at: number[] = [];
  end = untilDone(() => {
    at.push((Date.now() - begun) / 1000);
    return Promise.reject(new ApiError(429, { error: 'ERR_COMPANY_BUSY' }));
  });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(at).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 61.5, 91.5]);
  end();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(at).toHaveLength(9);
});

test('what is refused for good is not asked again', async () => {
  const ask = refuse(403, 'ERR_NO_PERMISSION');
  end = untilDone(ask);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(ask).toHaveBeenCalledOnce();
});

test('once it is ended, the answer on its way is the last', async () => {
  const asking = deferred<boolean>();
  const ask = vi.fn(() => asking.promise);
  end = untilDone(ask);
  end();
  asking.resolve(false);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(ask).toHaveBeenCalledOnce();
});

test('nothing is asked in a tab behind others; in sight again, it is asked anew, once at a time', async () => {
  let seen: DocumentVisibilityState = 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
  const look = (now: DocumentVisibilityState) => {
    seen = now;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const ask = refuse(429, 'ERR_COMPANY_BUSY');
  end = untilDoneWhileVisible(ask);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).not.toHaveBeenCalled();
  look('visible');
  look('visible');
  await vi.advanceTimersByTimeAsync(7_600);
  // At once, twice, and then 0.5, 1.5, 3.5 and 7.5 s later.
  expect(ask).toHaveBeenCalledTimes(6);
  look('hidden');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(ask).toHaveBeenCalledTimes(6);
  look('visible');
  await vi.advanceTimersByTimeAsync(100);
  expect(ask).toHaveBeenCalledTimes(7);
  end();
  look('visible');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(ask).toHaveBeenCalledTimes(7);
});
