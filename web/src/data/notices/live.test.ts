import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { clearSession, isSilent, keepSession } from '../../platform/session.ts';
import { testSession } from '../../platform/test-session.ts';
import { noticeKeys } from './keys.ts';
import { applyNotices } from './live.ts';

test('what a person chose holds in all windows, and the list of their devices follows', () => {
  const cache = new QueryClient();
  keepSession(testSession());
  const device = { id: 4, sessionId: 's', userAgent: 'Firefox', createdAt: '2026-01-01T00:00:00.000Z' };
  cache.setQueryData(noticeKeys.own, { silent: [], devices: [device], publicKey: 'B' });
  applyNotices(cache, { silent: ['chat'], devices: [] });
  expect(cache.getQueryData(noticeKeys.own)).toEqual({ silent: ['chat'], devices: [], publicKey: 'B' });
  expect([isSilent('chat'), isSilent('mine')]).toEqual([true, false]);
  clearSession();
  expect(isSilent('mine')).toBe(true);
});
