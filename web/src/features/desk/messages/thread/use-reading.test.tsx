import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageKeys } from '../../../../data/messages/keys.ts';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { loadSentences } from '../../../../platform/sentences.ts';
import { refused, serve } from '../../../../platform/test-server.ts';
import { useReading, useUnreadAtOpening } from './use-reading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('messages are read a moment after they came into sight, not in a tab behind others', async () => {
  const { asked } = serve({ 'GET /messages/1': { messages: [] } });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { rerender } = renderHook(({ unreadMessages }) => useReading(makeTicket(1, { unreadMessages }), true), {
    wrapper,
    initialProps: { unreadMessages: 1 },
  });
  await pass(2_000);
  expect(asked).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(400);
  // Another one came: it is looked at for as long.
  rerender({ unreadMessages: 2 });
  await pass(400);
  expect(asked).toEqual([]);
  await pass(200);
  expect(asked.map(({ route }) => route)).toEqual(['GET /messages/1']);
});

test('what was looked at is marked as read until the server takes it, and not once the conversation is left', async () => {
  await loadSentences();
  const { asked, answers } = serve({ 'GET /messages/1': refused('ERR_COMPANY_BUSY', 429) });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const { unmount } = renderHook(() => useReading(makeTicket(1, { unreadMessages: 1 }), true), { wrapper });
  await pass(600);
  expect(asked).toHaveLength(1);
  await pass(3_000);
  expect(asked.length).toBeGreaterThan(1);
  answers['GET /messages/1'] = { messages: [] };
  await pass(10_000);
  const taken = asked.length;
  await pass(60_000);
  expect(asked).toHaveLength(taken);
  unmount();
  answers['GET /messages/1'] = refused('ERR_COMPANY_BUSY', 429);
  renderHook(() => useReading(makeTicket(1, { unreadMessages: 1 }), true), { wrapper }).unmount();
  await pass(60_000);
  expect(asked).toHaveLength(taken);
});

test('what was unread is known at once from what is held, and once it is asked for if something was missed', () => {
  const cache = new QueryClient();
  const ticket = makeTicket(1, { unreadMessages: 2 });
  const pageOf = (...ids: number[]) => [
    { messages: ids.map((id) => makeMessage(id, { fromMe: false })), ticket, count: 30, hasMore: true },
  ];
  const longer = pageOf(...Array.from({ length: 25 }, (_, at) => at + 1));
  cache.setQueryData(messageKeys.thread(1), { pages: longer, pageParams: [1] });
  const openIt = (opened = ticket) =>
    renderHook(({ pages, asked }) => useUnreadAtOpening(opened, pages, asked), {
      initialProps: { pages: longer, asked: false },
      wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
    });
  const { result, rerender } = openIt();
  expect(result.current).toEqual({ id: '24', count: 2 });
  // What is written meanwhile was not unread then.
  rerender({ pages: pageOf(24, 25, 26), asked: true });
  expect(result.current).toEqual({ id: '24', count: 2 });
  // Only the newest page stays.
  expect(openIt(makeTicket(1, { unreadMessages: 24 })).result.current).toEqual({ id: '6', count: 24 });
  void cache.invalidateQueries({ queryKey: messageKeys.thread(1) });
  const missed = openIt();
  expect(missed.result.current).toBeNull();
  missed.rerender({ pages: pageOf(25, 26, 27), asked: true });
  expect(missed.result.current).toEqual({ id: '26', count: 2 });
});
