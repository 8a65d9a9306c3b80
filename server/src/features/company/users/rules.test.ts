import { expect, test } from 'vitest';
import { keepsAnAdmin, seesLess, silentSince } from './rules.ts';

test('the last admin neither goes nor becomes something else', () => {
  expect(keepsAnAdmin([5], 5, null)).toMatchObject({ ok: false, error: 'ERR_LAST_ADMIN' });
  expect(keepsAnAdmin([5], 5, 'supervisor')).toMatchObject({ ok: false, error: 'ERR_LAST_ADMIN' });
  expect(keepsAnAdmin([5], 5, 'admin').ok).toBe(true);
});

test('one of several may, and so may somebody who is none', () => {
  expect(keepsAnAdmin([5, 6], 5, null).ok).toBe(true);
  expect(keepsAnAdmin([5], 9, null).ok).toBe(true);
});

test('six minutes of silence are an absence', () => {
  expect(silentSince(new Date('2026-03-10T12:06:00Z'))).toEqual(new Date('2026-03-10T12:00:00Z'));
});

test.each([
  ['a queue less', { profile: 'user', queueIds: [1, 2] }, { profile: 'user', queueIds: [2] }, true],
  ['another queue', { profile: 'user', queueIds: [1] }, { profile: 'user', queueIds: [2] }, true],
  ['a queue more', { profile: 'user', queueIds: [1] }, { profile: 'user', queueIds: [1, 2] }, false],
  ['no longer an admin', { profile: 'admin', queueIds: [] }, { profile: 'supervisor', queueIds: [1] }, true],
  ['an admin with fewer queues', { profile: 'admin', queueIds: [1] }, { profile: 'admin', queueIds: [] }, false],
] as const)('%s: whether they see less', (_what, before, after, expected) => {
  expect(seesLess(before, after)).toBe(expected);
});
