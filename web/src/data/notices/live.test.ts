import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { chosenTone, clearSession, isSilent, keepSession, sessionState } from '../../platform/session.ts';
import { testSession } from '../../platform/test-session.ts';
import { noticeKeys } from './keys.ts';
import { applyNotices } from './live.ts';

const first = { quiet: null, tones: { kinds: {}, queues: {} }, insist: false };

test('what a person chose holds in all windows, and the list of their devices follows', () => {
  const cache = new QueryClient();
  keepSession(testSession());
  const device = { id: 4, sessionId: 's', userAgent: 'Firefox', createdAt: '2026-01-01T00:00:00.000Z' };
  cache.setQueryData(noticeKeys.own, { silent: [], devices: [device], ...first, publicKey: 'B' });
  applyNotices(cache, {
    silent: ['chat'],
    devices: [],
    quiet: null,
    tones: { kinds: { mine: 'drop' }, queues: { 4: 'knock' } },
    insist: true,
  });
  expect(sessionState()).toMatchObject({ user: { noticeChoices: { insist: true } } });
  expect(cache.getQueryData(noticeKeys.own)).toMatchObject({ silent: ['chat'], devices: [], publicKey: 'B' });
  expect([chosenTone('mine'), chosenTone('mine', 4), chosenTone('chat')]).toEqual(['drop', 'knock', 'bell']);
  expect([isSilent('chat'), isSilent('mine')]).toEqual([true, false]);
  applyNotices(cache, { silent: [], devices: [], ...first, quiet: { from: '00:00', to: '23:59' } });
  expect(isSilent('mine')).toBe(true);
  clearSession();
  expect(isSilent('mine')).toBe(true);
});
