import { presenceEveryMs } from '@balcao/contract/presence-rules';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { openLine } from '../../../../platform/socket.ts';
import { serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { wire } from '../../../../platform/test-wire.ts';
import { useTellPresence } from './use-tell-presence.ts';

vi.mock('socket.io-client', () => import('../../../../platform/test-wire.ts'));

let seen: 'visible' | 'hidden' = 'visible';
let close: () => void;
beforeEach(() => {
  seen = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
  keepSession(testSession());
  close = openLine(3);
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  close();
  clearSession();
  vi.unstubAllGlobals();
});

test('who could not hear who is there says that they arrived once their line stands, and again what they do', async () => {
  const server = serve({ 'POST /v1/tickets/5/presence': {} });
  const { result } = renderHook(() => useTellPresence(5));
  await act(async () => wire.hear('ready'));
  expect(server.asked.map(({ body }) => body)).toEqual([
    { state: 'viewing', arrived: true },
    { state: 'viewing', arrived: true },
  ]);
  act(() => result.current.writing());
  await act(async () => wire.hear('ready'));
  expect(server.asked.at(-1)?.body).toEqual({ state: 'typing', arrived: true });
});

test('who does not look says nothing, also not when their line stands or somebody arrives', async () => {
  vi.useFakeTimers();
  seen = 'hidden';
  const server = serve({ 'POST /v1/tickets/5/presence': {} });
  renderHook(() => useTellPresence(5));
  await act(async () => wire.hear('ready'));
  const arrived = { ticketId: 5, user: { id: 9, name: 'Bia Fontes' }, state: 'viewing', arrived: true };
  await act(async () => wire.tell('company-3-presence', arrived));
  await act(() => vi.advanceTimersByTimeAsync(presenceEveryMs + 100));
  expect(server.asked).toEqual([]);
});
