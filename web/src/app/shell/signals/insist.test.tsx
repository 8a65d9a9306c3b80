import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ticketKeys } from '../../../data/tickets/keys.ts';
import { applyTicket } from '../../../data/tickets/live.ts';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { Insist } from './insist.tsx';

const viewer = { id: 7, profile: 'user', queueIds: [1], allTicket: true } as const;
let strokes: number;
let focused: boolean;
let cache: QueryClient;

class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain() {
    return { gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }, connect: () => this.destination };
  }
  createOscillator() {
    const start = () => {
      strokes += 1;
    };
    return { type: '', frequency: { value: 0 }, connect: (level: unknown) => level, start, stop: vi.fn() };
  }
}

beforeEach(() => {
  [strokes, focused] = [0, false];
  cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused);
  keepSession(testSession({ user: { allTicket: 'enabled' } }));
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  clearSession();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const waiting = (given: Partial<TicketView> = {}) =>
  makeTicket(1, { status: 'pending', userId: null, user: null, unreadMessages: 1, lastInboundAt: '2026-11-21T12:00:00.000Z', ...given });

const mutedTicket: TicketMark = { ticketId: 4, pinned: false, muted: true, unread: false };

async function begin(...tickets: TicketView[]) {
  serve({ 'GET /tickets': { tickets, count: tickets.length, hasMore: false }, 'GET /v1/ticket-marks': [mutedTicket] });
  const shown = render(
    <QueryClientProvider client={cache}>
      <Insist />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(cache.getQueryData(ticketKeys.marks)).toEqual([mutedTicket]));
  return shown;
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test('what waits rings again and again, until somebody accepts it', async () => {
  await begin(waiting());
  await pass(15);
  expect(strokes).toBe(0);
  await pass(45);
  expect(strokes).toBe(4);
  act(() => applyTicket(cache, viewer, waiting({ status: 'open', userId: 9, revision: 2 })));
  await pass(60);
  expect(strokes).toBe(4);
});

test('or until the person has seen it; what the customer writes afterwards rings anew', async () => {
  await begin(waiting());
  const row = document.createElement('div');
  row.dataset.ticket = '1';
  document.body.append(row);
  focused = true;
  await pass(5);
  focused = false;
  await pass(60);
  expect(strokes).toBe(0);
  act(() => applyTicket(cache, viewer, waiting({ lastInboundAt: '2026-11-21T12:05:00.000Z', revision: 2 })));
  await pass(25);
  expect(strokes).toBe(2);
});

test('what a bot answers, what was set aside, groups, and what is muted do not ring', async () => {
  await begin(
    waiting({ chatbot: true }),
    { ...waiting({ snoozedAt: '2026-11-21T12:01:00.000Z' }), id: 2 },
    { ...waiting({ isGroup: true }), id: 3 },
    { ...waiting(), id: mutedTicket.ticketId },
  );
  await pass(60);
  expect(strokes).toBe(0);
});

test('it is silent once nobody wants it any longer, and where another tab rings', async () => {
  const { unmount } = await begin(waiting());
  unmount();
  await pass(60);
  expect(strokes).toBe(0);
  const locks = { request: () => new Promise(() => undefined) };
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }));
  await begin(waiting());
  await pass(60);
  expect(strokes).toBe(0);
});
