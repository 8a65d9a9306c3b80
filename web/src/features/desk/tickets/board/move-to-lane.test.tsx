import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { watchToasts } from '../../../../platform/test-toast.ts';
import { useMoveToLane } from './move-to-lane.ts';

let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  keepSession(testSession());
});
afterEach(() => {
  toasts.clear();
  clearSession();
  vi.unstubAllGlobals();
});

test('a card that came into a lane, or out of all, is told of; one that could not be moved is not', async () => {
  const ticket = makeTicket(1);
  const answer = { ticketId: 1, tagId: 4, ticket: { ...ticket, revision: ticket.revision + 1 } };
  const server = serve({ 'PUT /ticket-tags/1/4': answer, 'PUT /ticket-tags/1/lane0': answer });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMoveToLane(), { wrapper });
  const move = (id: number | null) => act(() => result.current(ticket, { id, name: 'Proposta', color: '#1164a9' }));
  expect(await move(4)).toBe(true);
  expect(toasts.shown()).toMatchObject({ kind: 'success', title: 'Ticket Tag Adicionado com Sucesso!', lifeMs: 3000 });
  expect(await move(null)).toBe(true);
  expect(toasts.shown()?.title).toBe('Ticket Tag Removido!');
  toasts.clear();
  expect(await move(9)).toBe(false);
  expect([toasts.shown(), server.told().length]).toEqual([undefined, 3]);
});
