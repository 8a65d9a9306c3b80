import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TicketPages, ticketKeys } from '../../../data/tickets/keys.ts';
import { ticketPage } from '../../../data/tickets/queries.ts';
import { rowsOf } from '../../../data/tickets/rows.ts';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { watchToasts } from '../../../platform/test-toast.ts';
import { useTicketMarking } from './marking.ts';

const ticket = makeTicket(1);
const until = '2026-11-24T11:00:00.000Z';
let cache: QueryClient;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  const queues = [{ id: 1, name: 'Vendas', color: '#2f6fde', UserQueue: { userId: 1, queueId: 1 } }];
  keepSession(testSession({ user: { id: 1, queues } }));
  cache = new QueryClient();
  const page = ticketPage(cache, { tickets: [ticket], count: 1, hasMore: false });
  cache.setQueryData<TicketPages>(ticketKeys.list({ status: 'open', showAll: false, searchParam: '' }), { pages: [page], pageParams: [1] });
});
afterEach(() => {
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
const marking = () => renderHook(() => useTicketMarking(), { wrapper }).result.current;
const snoozedUntil = () => rowsOf(cache)[1]?.snoozedUntil;

test('a ticket is set aside at once, and that can be taken back', async () => {
  const server = serve({
    'PUT /v1/tickets/1/snooze': { ...ticket, revision: 2, snoozedAt: until, snoozedUntil: until },
    'DELETE /v1/tickets/1/snooze': { ...ticket, revision: 3 },
  });
  const { snooze } = marking();
  expect(await act(() => snooze(ticket, until))).toBe(true);
  expect(snoozedUntil()).toBe(until);
  await act(async () => toasts.shown()?.actions?.[0]?.onClick());
  await waitFor(() => expect(server.told().at(-1)?.route).toBe('DELETE /v1/tickets/1/snooze'));
  expect(snoozedUntil()).toBeNull();
});

test('what the server refuses is taken back, and told', async () => {
  serve({ 'PUT /v1/tickets/1/snooze': refused('ERR_SNOOZE_TIME', 400), 'PUT /v1/tickets/1/priority': refused('ERR_NO_PERMISSION') });
  const { snooze, urgent } = marking();
  expect(await act(() => snooze(ticket, until))).toBe(false);
  expect([snoozedUntil(), toasts.shown()?.kind]).toEqual([null, 'error']);
  expect(await act(() => urgent(ticket, true))).toBe(false);
  expect(rowsOf(cache)[1]?.priority).toBe(false);
});
