import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../platform/session.ts';
import { openLine } from '../../platform/socket.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { wire } from '../../platform/test-wire.ts';
import { syncUntilDone, useDraft } from './drafts.ts';
import { hurryDrafts, useDraftSync } from './live.ts';

vi.mock('socket.io-client', () => import('../../platform/test-wire.ts'));

test('what another device wrote while nothing was heard is asked for until the server answers', async () => {
  keepSession(testSession());
  const close = openLine(3);
  const server = serve({ 'GET /v1/drafts': refused('ERR_COMPANY_BUSY', 429) });
  const { result } = renderHook(() => {
    useDraftSync();
    return useDraft(5)[0];
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => wire.hear('ready'));
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  server.answers['GET /v1/drafts'] = [{ ticketId: 5, kind: 'message', text: 'De lá', at: '2026-11-21T12:00:00.000Z' }];
  await vi.waitFor(() => expect(result.current).toBe('De lá'), 3_000);
  close();
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('drafts come after the list, the first time at once where a conversation is open, also if that was before the line', async () => {
  keepSession(testSession());
  const close = openLine(3);
  const server = serve({ 'GET /v1/drafts': [] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = renderHook(() => useDraftSync());
  act(() => wire.hear('ready'));
  await vi.advanceTimersByTimeAsync(2_900);
  expect(server.asked).toHaveLength(0);
  hurryDrafts();
  await vi.waitFor(() => expect(server.asked).toHaveLength(1));
  act(() => wire.hear('ready'));
  hurryDrafts();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(server.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  app.unmount();
  const again = renderHook(() => useDraftSync());
  hurryDrafts();
  act(() => wire.hear('ready'));
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(server.asked).toHaveLength(3));
  again.unmount();
  close();
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('once the person has signed out, nothing of theirs is asked for', async () => {
  keepSession(testSession());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = serve({ 'GET /v1/drafts': refused('ERR_COMPANY_BUSY', 429) });
  syncUntilDone();
  syncUntilDone();
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  clearSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toHaveLength(2);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
