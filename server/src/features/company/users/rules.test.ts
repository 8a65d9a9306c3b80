import { expect, test } from 'vitest';
import { keepsAnAdmin, silentSince } from './rules.ts';

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
