import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { queryClient } from './query-client.ts';
import { clearSession, keepSession } from './session.ts';
import { openLine } from './socket.ts';
import { testSession } from './test-session.ts';
import { wire } from './test-wire.ts';

vi.mock('socket.io-client', () => import('./test-wire.ts'));

afterEach(() => void vi.useRealTimers());

test('what one person was shown is forgotten when they sign out', () => {
  keepSession(testSession());
  queryClient.setQueryData(['tickets', 'list'], ['Helena Sampaio']);
  clearSession();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('what a guest is shown stays when nobody was signed in', () => {
  clearSession();
  queryClient.setQueryData(['plans'], ['Plano 1']);
  clearSession();
  expect(queryClient.getQueryData(['plans'])).toEqual(['Plano 1']);
});

test('where nothing is shown yet, it is asked for once after a connect, since the page has a button, and what was left not at all', async () => {
  vi.useFakeTimers();
  keepSession(testSession());
  const close = openLine(3);
  const ask = vi.fn(() => Promise.reject(new ApiError(429, { error: 'ERR_COMPANY_BUSY' })));
  queryClient.setQueryData(['left'], 'before');
  await queryClient.prefetchQuery({ queryKey: ['left'], queryFn: ask, retry: false, staleTime: 0 });
  const stop = new QueryObserver(queryClient, { queryKey: ['unseen'], queryFn: ask, retry: false }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  wire.hear('ready');
  await vi.advanceTimersByTimeAsync(10);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(60_000);
  // What was left was refused before the connect.
  expect(ask).toHaveBeenCalledTimes(1 + 2);
  stop();
  close();
  clearSession();
});

test('what is on the screen is asked for after a connect until it is answered, with pauses that grow', async () => {
  vi.useFakeTimers();
  keepSession(testSession());
  const close = openLine(3);
  let [asked, seen] = [0, 'before'];
  let isBusy = false;
  const list = new QueryObserver(queryClient, {
    queryKey: ['seen'],
    queryFn: () => {
      asked += 1;
      return isBusy ? Promise.reject(new ApiError(429, { error: 'ERR_COMPANY_BUSY' })) : seen;
    },
  });
  const stop = list.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  [isBusy, seen] = [true, 'after'];
  wire.hear('ready');
  await vi.advanceTimersByTimeAsync(20_000);
  // Its code comes by then, which is no matter of the clock.
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(queryClient.getQueryData(['seen'])).toBe('before');
  expect(asked).toBeLessThan(20);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(queryClient.getQueryData(['seen'])).toBe('after');
  const answered = asked;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(answered);
  stop();
  close();
  clearSession();
});
