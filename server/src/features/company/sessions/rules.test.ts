import { expect, test } from 'vitest';
import { expiryFrom, readCookie, refresh } from './rules.ts';

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const session = { rotatedAt: at('12:00:00'), expiresAt: new Date('2026-03-17T12:00:00Z'), revokedAt: null };

test('the latest token is exchanged for another', () => {
  expect(refresh(session, 'latest', at('18:00:00'))).toBe('rotate');
});

test('the one before is answered like the latest for half a minute', () => {
  expect(refresh(session, 'previous', at('12:00:30'))).toBe('repeat');
  expect(refresh(session, 'previous', at('12:00:31'))).toBe('revoke');
});

test('any other token ends the family', () => {
  expect(refresh(session, 'other', at('12:00:01'))).toBe('revoke');
});

test('what has ended stays ended', () => {
  expect(refresh({ ...session, revokedAt: at('12:30:00') }, 'latest', at('12:31:00'))).toBe('refuse');
  expect(refresh(session, 'latest', session.expiresAt)).toBe('refuse');
});

test('each use prolongs the session by a week', () => {
  expect(expiryFrom(at('12:00:00'))).toEqual(new Date('2026-03-17T12:00:00Z'));
});

test('a cookie is a session and a secret, and anything else is none', () => {
  const sessionId = '0b5a3a52-6a0c-4a52-9f5b-0d3f0a8f5a11';
  const secret = 'a'.repeat(43);
  expect(readCookie(`${sessionId}.${secret}`)).toEqual({ sessionId, secret });
  for (const wrong of [undefined, '', sessionId, `${sessionId}.`, `x.${secret}`, `${sessionId}.${secret}x`])
    expect(readCookie(wrong)).toBeNull();
});
